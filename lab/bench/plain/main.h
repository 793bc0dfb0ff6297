/*
 * The program of a game, for `lab/bench/plain.ts`. A game includes this file last. Before it, it defines the type `Position`
 * and the functions that are declared here.
 *
 *   GAME games SECONDS SEED [DEAL]    plays random games for this processor time and prints their number, plies and results as JSON
 *   GAME perft DEPTH [DEAL]           prints the number of sequences of exactly DEPTH legal moves
 *   GAME records COUNT SEED [DEAL]    prints random games, one a line: each move with the number of legal moves before it, then the result
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NO_SEAT (-1)
#define MOVE_LIMIT 1500
#define TEXT_LIMIT 32
/* Games between two looks at the clock. */
#define BATCH 1000

typedef struct {
  int scores[2];
  int places[2];
} Result;

/* Fills the tables. Called once. */
static void prepare(void);
/* `deal` is empty where a game has none. */
static void start(Position *position, const char *deal);
/* NO_SEAT when the game is over. */
static int turn_of(const Position *position);
/* Writes the legal moves in any order and returns their number. */
static int list(const Position *position, int moves[]);
/* A legal move, all equally likely. */
static int draw(const Position *position, Rng *rng);
static void play(Position *position, int move);
static Result result_of(const Position *position);
static void write_move(int move, char text[TEXT_LIMIT]);

static double processor_seconds(void) {
  struct timespec spent;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

static void run_games(double seconds, uint32_t seed, const char *deal) {
  Position first;
  Rng rng = seeded(seed);
  long games = 0, plies = 0, wins[2] = {0, 0};
  double began = processor_seconds(), spent = 0, squares = 0;
  start(&first, deal);
  while (spent < seconds) {
    for (int game = 0; game < BATCH; game++) {
      Position position = first;
      int length = 0;
      while (turn_of(&position) != NO_SEAT) {
        play(&position, draw(&position, &rng));
        length++;
      }
      Result result = result_of(&position);
      plies += length;
      squares += (double)length * length;
      for (int seat = 0; seat < 2; seat++) wins[seat] += result.places[seat] == 1 && result.places[1 - seat] == 2;
    }
    games += BATCH;
    spent = processor_seconds() - began;
  }
  printf("{\"games\":%ld,\"plies\":%ld,\"squares\":%.0f,\"seconds\":%.6f,", games, plies, squares, spent);
  printf("\"wins\":[%ld,%ld]}\n", wins[0], wins[1]);
}

static long perft(const Position *position, int depth) {
  int moves[MOVE_LIMIT];
  if (depth == 0) return 1;
  if (turn_of(position) == NO_SEAT) return 0;
  int count = list(position, moves);
  if (depth == 1) return count;
  long total = 0;
  for (int index = 0; index < count; index++) {
    Position next = *position;
    play(&next, moves[index]);
    total += perft(&next, depth - 1);
  }
  return total;
}

static void print_records(long count, uint32_t seed, const char *deal) {
  Rng rng = seeded(seed);
  int moves[MOVE_LIMIT];
  char text[TEXT_LIMIT];
  for (long game = 0; game < count; game++) {
    Position position;
    start(&position, deal);
    while (turn_of(&position) != NO_SEAT) {
      int legal = list(&position, moves);
      int move = draw(&position, &rng);
      write_move(move, text);
      printf("%s/%d ", text, legal);
      play(&position, move);
    }
    Result result = result_of(&position);
    printf("= %d %d %d %d\n", result.scores[0], result.scores[1], result.places[0], result.places[1]);
  }
}

int main(int count, char **words) {
  const char *mode = count > 2 ? words[1] : "";
  prepare();
  if (strcmp(mode, "perft") == 0) {
    Position position;
    start(&position, count > 3 ? words[3] : "");
    printf("%ld\n", perft(&position, atoi(words[2])));
  } else if (strcmp(mode, "games") == 0 && count > 3) {
    run_games(atof(words[2]), (uint32_t)atol(words[3]), count > 4 ? words[4] : "");
  } else if (strcmp(mode, "records") == 0 && count > 3) {
    print_records(atol(words[2]), (uint32_t)atol(words[3]), count > 4 ? words[4] : "");
  } else {
    fprintf(stderr, "usage: %s games SECONDS SEED [DEAL] | perft DEPTH [DEAL] | records COUNT SEED [DEAL]\n", words[0]);
    return 2;
  }
  return 0;
}
