/* Arcanor in plain C: the opponent of the TypeScript rules in `lab/bench/plain.ts`. Its options change no move. */
#include "rng.h"

/* The board has an edge of one cell around its 8 columns and 7 rows. */
#define WIDTH 10
#define HEIGHT 9
#define CELLS (WIDTH * HEIGHT)
#define SIZES 4
#define PIECES 12
#define WINNING_POINTS 12
#define QUIET_LIMIT 60
/* The positions that are kept; far more than random games have between two irreversible moves. */
#define HISTORY 1024
/* Random tries before the moves are listed. */
#define TRIES 64

#define EDGE 0xffff
/* A piece is 1 to 8, by owner, then size. A stack is the pieces of a nest in four bits each, the outermost in the lowest. 0 is an empty cell. */
#define PIECE(owner, size) (SIZES * (owner) + (size))
#define TOP(stack) ((stack) & 15)
#define OWNER(piece) (((piece) - 1) / SIZES)
#define SIZE(piece) (((piece) - 1) % SIZES + 1)

enum { SLIDE, LIBERATE, CAPTURE };
/* A move is 3 * (8 * cell + direction) + kind. */
static const int STEPS[8] = {WIDTH, WIDTH + 1, 1, 1 - WIDTH, -WIDTH, -WIDTH - 1, -1, WIDTH - 1};

/* By piece: the only one that it can capture [A7]; 15 if there is none. */
static uint8_t prey[16];
/* By cell, piece and depth in its stack: a random number. The key of a position is the sum (exclusive or) of them and of the turn. */
static uint64_t piece_keys[CELLS][16][SIZES];
static uint64_t turn_key;

typedef struct {
  uint16_t stacks[CELLS];
  /* By seat: the cells of its tops that may move, and by cell: the index in that list. */
  uint8_t tops[2][PIECES];
  uint8_t index_of[CELLS];
  int8_t top_counts[2];
  int8_t points[2];
  int8_t turn;
  int8_t winner;
  int quiet;
  uint64_t key;
  /* The keys of the positions since the last irreversible move. */
  int length;
  uint64_t history[HISTORY];
} Position;

#include "main.h"

static uint64_t random_key(Rng *rng) {
  uint64_t high = (uint64_t)below(rng, INT32_MAX) << 33;
  return high ^ (uint64_t)below(rng, INT32_MAX) << 16 ^ (uint64_t)below(rng, INT32_MAX);
}

static void prepare(void) {
  Rng rng = seeded(1);
  for (int piece = 0; piece < 16; piece++) {
    prey[piece] = 15;
    if (piece > 0 && piece <= 2 * SIZES && SIZE(piece) < SIZES)
      prey[piece] = (uint8_t)PIECE(1 - OWNER(piece), SIZE(piece) + 1);
  }
  for (int cell = 0; cell < CELLS; cell++) {
    for (int piece = 1; piece <= 2 * SIZES; piece++) {
      for (int depth = 0; depth < SIZES; depth++) piece_keys[cell][piece][depth] = random_key(&rng);
    }
  }
  turn_key = random_key(&rng);
}

static int goal_row_of(int seat) {
  return seat == 0 ? HEIGHT - 2 : 1;
}

/* Whether the top of a stack is there for good [A9]. */
static int is_locked(int cell, int stack) {
  return stack != 0 && cell / WIDTH == goal_row_of(OWNER(TOP(stack)));
}

static uint64_t key_of(int cell, int stack) {
  uint64_t key = 0;
  for (int depth = 0; stack != 0; depth++, stack >>= 4) key ^= piece_keys[cell][TOP(stack)][depth];
  return key;
}

static void remove_top(Position *position, int cell, int owner) {
  int last = position->tops[owner][--position->top_counts[owner]];
  int index = position->index_of[cell];
  position->tops[owner][index] = (uint8_t)last;
  position->index_of[last] = (uint8_t)index;
}

static void add_top(Position *position, int cell, int owner) {
  position->index_of[cell] = (uint8_t)position->top_counts[owner];
  position->tops[owner][position->top_counts[owner]++] = (uint8_t)cell;
}

static void put(Position *position, int cell, int stack) {
  int before = position->stacks[cell];
  position->key ^= key_of(cell, before) ^ key_of(cell, stack);
  position->stacks[cell] = (uint16_t)stack;
  /* A locked top is never replaced. */
  if (before != 0) remove_top(position, cell, OWNER(TOP(before)));
  if (is_locked(cell, stack)) position->points[OWNER(TOP(stack))] += (int8_t)SIZE(TOP(stack));
  else if (stack != 0) add_top(position, cell, OWNER(TOP(stack)));
}

/* [A3] */
static void start(Position *position, const char *deal) {
  static const int LARGE[8] = {1, 3, 0, 1, 3, 0, 1, 3};
  (void)deal;
  memset(position, 0, sizeof *position);
  for (int cell = 0; cell < CELLS; cell++) {
    int column = cell % WIDTH, row = cell / WIDTH;
    if (column == 0 || column == WIDTH - 1 || row == 0 || row == HEIGHT - 1) position->stacks[cell] = EDGE;
  }
  for (int column = 0; column < 8; column++) {
    int large = LARGE[column];
    if (large == 0) continue;
    put(position, WIDTH + 1 + column, PIECE(0, large) | PIECE(0, large + 1) << 4);
    put(position, WIDTH * (HEIGHT - 2) + WIDTH - 2 - column, PIECE(1, large) | PIECE(1, large + 1) << 4);
  }
  position->history[0] = position->key;
}

static int turn_of(const Position *position) {
  return position->turn;
}

static int can_take(const Position *position, int piece, int target) {
  int stack = position->stacks[target];
  return stack != EDGE && TOP(stack) == prey[piece] && !is_locked(target, stack);
}

static int list(const Position *position, int moves[]) {
  int seat = position->turn, count = 0;
  for (int index = 0; index < position->top_counts[seat]; index++) {
    int cell = position->tops[seat][index];
    int stack = position->stacks[cell];
    for (int direction = 0; direction < 8; direction++) {
      int target = cell + STEPS[direction];
      int move = 3 * (8 * cell + direction);
      if (position->stacks[target] == 0) {
        moves[count++] = move + SLIDE;
        if (stack >> 4 != 0) moves[count++] = move + LIBERATE;
      } else if (can_take(position, TOP(stack), target)) {
        moves[count++] = move + CAPTURE;
      }
    }
  }
  return count;
}

/* Draws a top, a direction and a kind until the move is legal. */
static int draw(const Position *position, Rng *rng) {
  int seat = position->turn;
  for (int tries = 0; tries < TRIES; tries++) {
    int drawn = below(rng, 16 * position->top_counts[seat]);
    int cell = position->tops[seat][drawn / 16];
    int direction = drawn % 8, is_second = drawn / 8 % 2;
    int target = cell + STEPS[direction];
    int stack = position->stacks[cell];
    int move = 3 * (8 * cell + direction);
    if (position->stacks[target] == 0) {
      if (!is_second) return move + SLIDE;
      if (stack >> 4 != 0) return move + LIBERATE;
    } else if (!is_second && can_take(position, TOP(stack), target)) {
      return move + CAPTURE;
    }
  }
  int moves[PIECES * 16];
  return moves[below(rng, list(position, moves))];
}

static int can_move(const Position *position, int seat) {
  for (int index = 0; index < position->top_counts[seat]; index++) {
    int cell = position->tops[seat][index];
    for (int direction = 0; direction < 8; direction++) {
      int target = cell + STEPS[direction];
      if (position->stacks[target] == 0 || can_take(position, TOP(position->stacks[cell]), target)) return 1;
    }
  }
  return 0;
}

static int leader(const Position *position) {
  if (position->points[0] == position->points[1]) return NO_SEAT;
  return position->points[0] > position->points[1] ? 0 : 1;
}

static void end(Position *position, int winner) {
  position->turn = NO_SEAT;
  position->winner = (int8_t)winner;
}

/* [A13] Whether the position occurs for the third time. Adds it to the history. */
static int is_third(Position *position, int is_for_good) {
  uint64_t key = position->turn == 1 ? position->key ^ turn_key : position->key;
  int times = 1;
  if (is_for_good) position->length = 0;
  else {
    for (int index = 0; index <= position->length; index++) times += position->history[index] == key;
    position->length++;
    if (position->length == HISTORY) {
      fprintf(stderr, "the history is full\n");
      exit(1);
    }
  }
  position->history[position->length] = key;
  return times >= 3;
}

static void play(Position *position, int move) {
  int kind = move % 3, direction = move / 3 % 8, cell = move / 24;
  int target = cell + STEPS[direction];
  int mover = position->turn;
  int stack = position->stacks[cell];
  int left = kind == SLIDE ? 0 : stack >> 4;
  int is_arrival = target / WIDTH == goal_row_of(mover);
  put(position, cell, left);
  put(position, target, kind == SLIDE ? stack : position->stacks[target] << 4 | TOP(stack));
  position->quiet = kind == SLIDE && !is_arrival ? position->quiet + 1 : 0;
  /* [A11] [A12] */
  if (position->points[mover] >= WINNING_POINTS) end(position, mover);
  else if (position->points[1 - mover] >= WINNING_POINTS) end(position, 1 - mover);
  else if (can_move(position, 1 - mover)) position->turn = (int8_t)(1 - mover);
  else if (!can_move(position, mover)) end(position, leader(position));
  if (position->turn == NO_SEAT) return;
  /* A piece on its goal row stays there, and one that has left another of its side never holds one again [A8] [A9]. */
  int is_for_good = is_arrival || (left != 0 && OWNER(TOP(left)) == mover);
  if (is_third(position, is_for_good)) end(position, NO_SEAT);
  else if (position->quiet >= QUIET_LIMIT) end(position, leader(position));
}

static Result result_of(const Position *position) {
  int winner = position->winner;
  Result result = {{position->points[0], position->points[1]}, {winner == 1 ? 2 : 1, winner == 0 ? 2 : 1}};
  return result;
}

static void write_move(int move, char text[TEXT_LIMIT]) {
  int cell = move / 24, target = cell + STEPS[move / 3 % 8];
  snprintf(text, TEXT_LIMIT, "%c%d%c%c%d", 'a' + cell % WIDTH - 1, cell / WIDTH, "-^x"[move % 3],
           'a' + target % WIDTH - 1, target / WIDTH);
}
