/* Nasca in plain C, with the preset `plain`: the opponent of the TypeScript rules in `lab/bench/plain.ts`. */
#include "rng.h"

#define COLUMNS 11
#define ROWS 10
#define CELLS (COLUMNS * ROWS)
#define PLACES 670
#define SHORTEST 2
#define LONGEST 5
/* The piece on an empty cell is the board, a different one on each, so that a piece may rest on many of them [N6]. */
#define BOARD 24
/* Random tries before the moves are listed. */
#define TRIES 100

#define EMPTY 0
/* The colour of a seat. */
#define COLOUR(seat) (1 + (seat))

static const int STOCK[LONGEST + 1] = {0, 0, 2, 3, 4, 3};

/* A move is the number of a place: a line of cells, from the first to the last. Places are ordered by length. */
typedef struct {
  uint8_t first, last, step, length;
} Place;
static Place places[PLACES];
/* By length: the first of its places. The places of the longest end where those of the next length would begin. */
static int first_places[LONGEST + 2];

/* By cell: the edges of the board that it touches, and the cells that share a side with it. */
enum { LEFT = 1, RIGHT = 2, BOTTOM = 4, TOP = 8 };
static uint8_t edges_of[CELLS];
static uint8_t sides[CELLS][4];
static uint8_t side_counts[CELLS];

typedef struct {
  /* By cell: the level, the piece and the colour on top [N3]. */
  uint8_t heights[CELLS];
  uint8_t pieces[CELLS];
  uint8_t colours[CELLS];
  int count;
  int8_t hand[2][LONGEST + 1];
  /* By seat: a place that was legal lately. */
  uint16_t lately[2];
  int turn;
  int round;
  int points[2];
} Position;

#include "main.h"

static void prepare_sides(void) {
  for (int cell = 0; cell < CELLS; cell++) {
    int column = cell % COLUMNS, row = cell / COLUMNS;
    if (column == 0) edges_of[cell] |= LEFT;
    else sides[cell][side_counts[cell]++] = (uint8_t)(cell - 1);
    if (column == COLUMNS - 1) edges_of[cell] |= RIGHT;
    else sides[cell][side_counts[cell]++] = (uint8_t)(cell + 1);
    if (row == 0) edges_of[cell] |= BOTTOM;
    else sides[cell][side_counts[cell]++] = (uint8_t)(cell - COLUMNS);
    if (row == ROWS - 1) edges_of[cell] |= TOP;
    else sides[cell][side_counts[cell]++] = (uint8_t)(cell + COLUMNS);
  }
}

static void prepare(void) {
  int count = 0;
  prepare_sides();
  for (int length = SHORTEST; length <= LONGEST; length++) {
    first_places[length] = count;
    for (int cell = 0; cell < CELLS; cell++) {
      for (int step = 1; step <= COLUMNS; step += COLUMNS - 1) {
        int room = step == 1 ? COLUMNS - cell % COLUMNS : ROWS - cell / COLUMNS;
        if (length > room) continue;
        Place place = {(uint8_t)cell, (uint8_t)(cell + step * (length - 1)), (uint8_t)step, (uint8_t)length};
        places[count++] = place;
      }
    }
  }
  first_places[LONGEST + 1] = count;
}

static void begin_round(Position *position, int round) {
  memset(position->heights, 0, sizeof position->heights);
  memset(position->colours, EMPTY, sizeof position->colours);
  for (int cell = 0; cell < CELLS; cell++) position->pieces[cell] = (uint8_t)(BOARD + cell);
  for (int length = SHORTEST; length <= LONGEST; length++)
    position->hand[0][length] = position->hand[1][length] = (int8_t)STOCK[length];
  position->count = 0;
  position->round = round;
  position->turn = round;
}

static void start(Position *position, const char *deal) {
  (void)deal;
  memset(position, 0, sizeof *position);
  begin_round(position, 0);
}

static int turn_of(const Position *position) {
  return position->turn;
}

/* [N4]-[N7] */
static int is_legal(const Position *position, int move, int colour) {
  const Place *place = &places[move];
  int height = position->heights[place->first];
  if (position->heights[place->last] != height) return 0;
  int has_own = height == 0 || position->colours[place->first] == colour;
  int piece = position->pieces[place->first];
  for (int cell = place->first + place->step; cell <= place->last; cell += place->step) {
    if (position->heights[cell] > height) return 0;
    if (position->heights[cell] < height) continue;
    /* Between two cells of one piece, all cells are of this piece or higher. */
    if (position->pieces[cell] == piece) return 0;
    piece = position->pieces[cell];
    has_own |= position->colours[cell] == colour;
  }
  return has_own;
}

static int list(const Position *position, int moves[]) {
  int count = 0;
  for (int length = SHORTEST; length <= LONGEST; length++) {
    if (position->hand[position->turn][length] == 0) continue;
    for (int move = first_places[length]; move < first_places[length + 1]; move++) {
      if (is_legal(position, move, COLOUR(position->turn))) moves[count++] = move;
    }
  }
  return count;
}

static int draw(const Position *position, Rng *rng) {
  const int8_t *hand = position->hand[position->turn];
  int total = 0;
  for (int length = SHORTEST; length <= LONGEST; length++) {
    if (hand[length] > 0) total += first_places[length + 1] - first_places[length];
  }
  for (int tries = 0; tries < TRIES; tries++) {
    int move = below(rng, total);
    for (int length = SHORTEST; length <= LONGEST && move >= first_places[length]; length++) {
      if (hand[length] == 0) move += first_places[length + 1] - first_places[length];
    }
    if (is_legal(position, move, COLOUR(position->turn))) return move;
  }
  int moves[PLACES];
  return moves[below(rng, list(position, moves))];
}

static int can_place(Position *position, int seat) {
  const int8_t *hand = position->hand[seat];
  int known = position->lately[seat];
  if (hand[places[known].length] > 0 && is_legal(position, known, COLOUR(seat))) return 1;
  for (int length = SHORTEST; length <= LONGEST; length++) {
    if (hand[length] == 0) continue;
    for (int move = first_places[length]; move < first_places[length + 1]; move++) {
      if (!is_legal(position, move, COLOUR(seat))) continue;
      position->lately[seat] = (uint16_t)move;
      return 1;
    }
  }
  return 0;
}

/* The areas of a player: by cell, the number of its area, and by area, whether the player encloses it [N12] [N13]. 0 is no area. */
typedef struct {
  uint8_t area[CELLS];
  uint8_t is_enclosed[CELLS + 1];
} Areas;

static void divide(const Position *position, int colour, Areas *areas) {
  int stack[CELLS], count = 0;
  memset(areas->area, 0, sizeof areas->area);
  for (int first = 0; first < CELLS; first++) {
    if (position->colours[first] == colour || areas->area[first] != 0) continue;
    int depth = 0, edges = 0, has_wall = 0;
    areas->area[first] = (uint8_t)++count;
    stack[depth++] = first;
    while (depth > 0) {
      int cell = stack[--depth];
      edges |= edges_of[cell];
      for (int side = 0; side < side_counts[cell]; side++) {
        int next = sides[cell][side];
        if (position->colours[next] == colour) has_wall = 1;
        else if (areas->area[next] == 0) {
          areas->area[next] = (uint8_t)count;
          stack[depth++] = next;
        }
      }
    }
    int spans = (edges & (LEFT | RIGHT)) == (LEFT | RIGHT) || (edges & (BOTTOM | TOP)) == (BOTTOM | TOP);
    areas->is_enclosed[count] = has_wall && !spans;
  }
}

/* [N15] Marks the cells from which no walk over sides and corners leads to an edge without entering the area. */
static void mark_shut_in(const Areas *areas, int area, uint8_t is_shut_in[CELLS]) {
  int stack[CELLS], depth = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    int is_outside = edges_of[cell] != 0 && areas->area[cell] != area;
    is_shut_in[cell] = !is_outside;
    if (is_outside) stack[depth++] = cell;
  }
  while (depth > 0) {
    int cell = stack[--depth];
    int column = cell % COLUMNS, row = cell / COLUMNS;
    for (int next_row = row - 1; next_row <= row + 1; next_row++) {
      for (int next_column = column - 1; next_column <= column + 1; next_column++) {
        if (next_row < 0 || next_row >= ROWS || next_column < 0 || next_column >= COLUMNS) continue;
        int next = next_row * COLUMNS + next_column;
        if (!is_shut_in[next] || areas->area[next] == area) continue;
        is_shut_in[next] = 0;
        stack[depth++] = next;
      }
    }
  }
}

/* Whether a cell of the colour next to the area is neither shut in nor in the other player's area. */
static int has_other_wall(const Position *position, int colour, const Areas *own, int area, const Areas *other, int outer,
                          const uint8_t is_shut_in[CELLS]) {
  for (int cell = 0; cell < CELLS; cell++) {
    if (position->colours[cell] != colour || is_shut_in[cell] || other->area[cell] == outer) continue;
    for (int side = 0; side < side_counts[cell]; side++) {
      if (own->area[sides[cell][side]] == area) return 1;
    }
  }
  return 0;
}

/* [N15] Whether the area is inner to that of the other player. Most need no search for the cells that are shut in. */
static int is_inner(const Position *position, int colour, const Areas *own, int area, const Areas *other, int outer) {
  static const uint8_t NONE[CELLS];
  uint8_t is_shut_in[CELLS];
  if (!has_other_wall(position, colour, own, area, other, outer, NONE)) return 1;
  mark_shut_in(own, area, is_shut_in);
  return !has_other_wall(position, colour, own, area, other, outer, is_shut_in);
}

/* [N14] [N15] Adds the points of the present board. */
static void add_points(const Position *position, int points[2]) {
  Areas areas[2];
  int known[2] = {0, 0}, inner[2] = {0, 0};
  for (int seat = 0; seat < 2; seat++) divide(position, COLOUR(seat), &areas[seat]);
  for (int cell = 0; cell < CELLS; cell++) {
    if (position->colours[cell] != EMPTY) continue;
    int first = areas[0].area[cell], second = areas[1].area[cell];
    int is_first = areas[0].is_enclosed[first], is_second = areas[1].is_enclosed[second];
    if (is_first && is_second) {
      /* The last two areas that met: their cells follow each other. */
      if (known[0] != first || known[1] != second) {
        inner[0] = is_inner(position, COLOUR(0), &areas[0], first, &areas[1], second);
        inner[1] = is_inner(position, COLOUR(1), &areas[1], second, &areas[0], first);
        known[0] = first;
        known[1] = second;
      }
      is_first = inner[0];
      is_second = inner[1];
    }
    if (is_first != is_second) points[is_first ? 0 : 1]++;
  }
}

/* [N8] [N16] */
static void pass_on(Position *position, int mover) {
  if (can_place(position, 1 - mover)) {
    position->turn = 1 - mover;
  } else if (can_place(position, mover)) {
    position->turn = mover;
  } else {
    add_points(position, position->points);
    if (position->round == 1) position->turn = NO_SEAT;
    else begin_round(position, 1);
  }
}

static void play(Position *position, int move) {
  const Place *place = &places[move];
  int seat = position->turn;
  int level = position->heights[place->first] + 1;
  for (int cell = place->first; cell <= place->last; cell += place->step) {
    position->heights[cell] = (uint8_t)level;
    position->pieces[cell] = (uint8_t)position->count;
    position->colours[cell] = (uint8_t)COLOUR(seat);
  }
  position->count++;
  position->hand[seat][place->length]--;
  pass_on(position, seat);
}

static Result result_of(const Position *position) {
  int first = position->points[0], second = position->points[1];
  Result result = {{first, second}, {first >= second ? 1 : 2, second >= first ? 1 : 2}};
  return result;
}

static void write_move(int move, char text[TEXT_LIMIT]) {
  int first = places[move].first, last = places[move].last;
  snprintf(text, TEXT_LIMIT, "%c%d-%c%d", 'a' + first % COLUMNS, first / COLUMNS + 1, 'a' + last % COLUMNS,
           last / COLUMNS + 1);
}
