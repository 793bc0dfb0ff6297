/* Masker in plain C, for two players with the preset `flat`: the opponent of the TypeScript rules in `lab/bench/plain.ts`. */
#include "rng.h"

#define SIZE 6
#define CELLS 36
#define WHITE 6
#define NO_CROSS 0
/* Captures are the numbers of cells: column + 6 * row. */
#define STOP CELLS
#define TURN_CAPTURES 3
#define FULL 18

/* The crosses by number; the colourless one is no cross of a cell. */
static const char LETTERS[] = ".RYGBPW";

/* By cell: the cells on its four sides, as bits. */
static uint64_t sides[CELLS];

typedef struct {
  /* The crosses that are left, as bits, and those that may be captured next. */
  uint64_t crosses;
  uint64_t targets;
  uint8_t cross_on[CELLS];
  /* By cross: the number in play, and the seat that has its token. */
  int8_t left[8];
  int8_t owner[8];
  int8_t captured[2];
  /* The captures of this turn. */
  int8_t captures;
  int8_t isolated;
  int8_t turn;
  int8_t winner;
} Position;

#include "main.h"

static void prepare(void) {
  for (int cell = 0; cell < CELLS; cell++) {
    int column = cell % SIZE;
    if (column > 0) sides[cell] |= 1ull << (cell - 1);
    if (column < SIZE - 1) sides[cell] |= 1ull << (cell + 1);
    if (cell >= SIZE) sides[cell] |= 1ull << (cell - SIZE);
    if (cell < CELLS - SIZE) sides[cell] |= 1ull << (cell + SIZE);
  }
}

/* [M9] [M10] After the capture of `cross` the colourless cross is on `cell`. */
static void aim(Position *position, int cell, int cross) {
  uint64_t near = position->crosses & sides[cell];
  position->isolated = near == 0 && cross != WHITE;
  position->targets = near == 0 || cross == WHITE ? position->crosses : near;
}

/* A deal is the 36 letters of the grid, row 6 first, and the two letters of the tokens, such as `YYGBYB…BR`. */
static void start(Position *position, const char *deal) {
  int neutral = 0;
  memset(position, 0, sizeof *position);
  memset(position->owner, NO_SEAT, sizeof position->owner);
  for (int index = 0; index < CELLS; index++) {
    int cell = SIZE * (SIZE - 1 - index / SIZE) + index % SIZE;
    const char *letter = strchr(LETTERS, deal[index]);
    if (letter == NULL) {
      neutral = cell;
      continue;
    }
    position->cross_on[cell] = (uint8_t)(letter - LETTERS);
    position->crosses |= 1ull << cell;
    position->left[letter - LETTERS]++;
  }
  for (int seat = 0; seat < 2; seat++) position->owner[strchr(LETTERS, deal[CELLS + seat]) - LETTERS] = (int8_t)seat;
  aim(position, neutral, NO_CROSS);
}

static int turn_of(const Position *position) {
  return position->turn;
}

static int list(const Position *position, int moves[]) {
  int count = 0;
  for (uint64_t rest = position->targets; rest != 0; rest &= rest - 1) moves[count++] = __builtin_ctzll(rest);
  if (position->captures > 0) moves[count++] = STOP;
  return count;
}

static int draw(const Position *position, Rng *rng) {
  uint64_t rest = position->targets;
  int captures = __builtin_popcountll(rest);
  int left = below(rng, captures + (position->captures > 0));
  if (left == captures) return STOP;
  for (; left > 0; left--) rest &= rest - 1;
  return __builtin_ctzll(rest);
}

/* [M5] [M11] */
static void end_turn(Position *position) {
  int other = 1 - position->turn;
  if (position->captured[other] < FULL) position->turn = (int8_t)other;
  position->captures = 0;
}

static void play(Position *position, int move) {
  if (move == STOP) {
    end_turn(position);
    return;
  }
  int seat = position->turn;
  int cross = position->cross_on[move];
  position->crosses &= ~(1ull << move);
  position->captured[seat]++;
  position->captures++;
  aim(position, move, cross);
  /* [M12] [M15] */
  if (--position->left[cross] == 0 && position->owner[cross] != NO_SEAT) {
    position->winner = (int8_t)(1 - position->owner[cross]);
    position->turn = NO_SEAT;
  } else if (position->captures == TURN_CAPTURES || position->isolated || position->captured[seat] == FULL) {
    end_turn(position);
  }
}

static Result result_of(const Position *position) {
  int first = position->winner == 0;
  Result result = {{first, 1 - first}, {first ? 1 : 2, first ? 2 : 1}};
  return result;
}

static void write_move(int move, char text[TEXT_LIMIT]) {
  if (move == STOP) strcpy(text, ".");
  else snprintf(text, TEXT_LIMIT, "%c%d", 'a' + move % SIZE, move / SIZE + 1);
}
