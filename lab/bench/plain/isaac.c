/* Isaac in plain C, with the preset `page`: the opponent of the TypeScript rules in `lab/bench/plain.ts`. */
#include "rng.h"

#define SIZE 10
#define LINES 20
#define KINDS 5
#define PIECES 30
/* A piece number on an empty cell. */
#define EMPTY PIECES

static const int LENGTHS[KINDS] = {3, 4, 5, 6, 7};
static const int NUMBERS[KINDS] = {1, 2, 3, 4, 6};
static const int COPIES[KINDS] = {5, 4, 3, 2, 1};

/* By kind and occupied cells of a line: the cells where a piece can begin, as bits, and their number. */
static uint16_t starts[KINDS][1 << SIZE];
static uint8_t start_counts[KINDS][1 << SIZE];

/*
 * Lines: the rows 0 to 9, then the columns. A move is a place (line, kind, first cell), and for a removal REMOVAL more.
 */
#define REMOVAL (LINES * KINDS * SIZE)

typedef struct {
  /* By line: the occupied cells, and the pieces that were placed on at least one of them, as bits. */
  uint16_t occupied[LINES];
  uint32_t touching[LINES];
  /* By cell: its piece. */
  uint8_t piece_on[SIZE * SIZE];
  /* By piece, seat 1's from 15 on: its place, its kind. */
  uint16_t places[PIECES];
  uint8_t kinds[PIECES];
  /* By seat: the number of its pieces that were placed. */
  uint8_t placed[2];
  /* The pieces on the board, as bits. */
  uint32_t on_board;
  /* By kind: the number of free places on all lines. */
  int free_places[KINDS];
  int8_t hand[2][KINDS];
  int8_t out[2];
  int scores[2];
  int longest[2];
  int scoring;
  int turn;
} Position;

#include "main.h"

static int place_at(int line, int kind, int first) {
  return (line * KINDS + kind) * SIZE + first;
}

static void prepare(void) {
  for (int kind = 0; kind < KINDS; kind++) {
    for (int occupied = 0; occupied < 1 << SIZE; occupied++) {
      for (int first = 0; first + LENGTHS[kind] <= SIZE; first++) {
        int cells = ((1 << LENGTHS[kind]) - 1) << first;
        if ((occupied & cells) != 0) continue;
        starts[kind][occupied] |= 1 << first;
        start_counts[kind][occupied]++;
      }
    }
  }
}

static void start(Position *position, const char *deal) {
  (void)deal;
  memset(position, 0, sizeof *position);
  memset(position->piece_on, EMPTY, sizeof position->piece_on);
  for (int kind = 0; kind < KINDS; kind++) {
    position->free_places[kind] = LINES * start_counts[kind][0];
    position->hand[0][kind] = position->hand[1][kind] = COPIES[kind];
  }
}

static int turn_of(const Position *position) {
  return position->turn;
}

/* [I8] The cells of both counters. */
static int counter_cell(const Position *position, int seat) {
  return seat == 0 ? position->scores[0] : 99 - position->scores[1];
}

/* [I10] [I11] Writes the pieces that a seat may remove and returns their number. */
static int list_removable(const Position *position, int seat, int pieces[]) {
  int under = position->piece_on[counter_cell(position, 0)];
  int under_other = position->piece_on[counter_cell(position, 1)];
  int count = 0;
  for (int piece = 15 * seat; piece < 15 * seat + position->placed[seat]; piece++) {
    if (((position->on_board >> piece) & 1) == 0) continue;
    if (LENGTHS[position->kinds[piece]] < position->longest[seat]) continue;
    if (piece != under && piece != under_other) pieces[count++] = piece;
  }
  return count;
}

static int list_placements(const Position *position, int moves[]) {
  int count = 0;
  for (int line = 0; line < LINES; line++) {
    for (int kind = 0; kind < KINDS; kind++) {
      if (position->hand[position->turn][kind] == 0) continue;
      for (int first = 0; first < SIZE; first++) {
        if ((starts[kind][position->occupied[line]] >> first) & 1) moves[count++] = place_at(line, kind, first);
      }
    }
  }
  return count;
}

static int list(const Position *position, int moves[]) {
  if (!position->scoring) return list_placements(position, moves);
  int count = list_removable(position, position->turn, moves);
  for (int index = 0; index < count; index++) moves[index] = REMOVAL + position->places[moves[index]];
  return count;
}

static int draw_placement(const Position *position, Rng *rng) {
  const int8_t *hand = position->hand[position->turn];
  int total = 0, kind = 0, line = 0;
  for (int each = 0; each < KINDS; each++) total += hand[each] > 0 ? position->free_places[each] : 0;
  int left = below(rng, total);
  for (;; kind++) {
    if (hand[kind] == 0) continue;
    if (left < position->free_places[kind]) break;
    left -= position->free_places[kind];
  }
  for (; left >= start_counts[kind][position->occupied[line]]; line++)
    left -= start_counts[kind][position->occupied[line]];
  int firsts = starts[kind][position->occupied[line]];
  for (; left > 0; left--) firsts &= firsts - 1;
  return place_at(line, kind, __builtin_ctz((unsigned)firsts));
}

static int draw(const Position *position, Rng *rng) {
  if (!position->scoring) return draw_placement(position, rng);
  int pieces[PIECES];
  int count = list_removable(position, position->turn, pieces);
  return REMOVAL + position->places[pieces[below(rng, count)]];
}

static int can_place(const Position *position, int seat) {
  for (int kind = 0; kind < KINDS; kind++) {
    if (position->hand[seat][kind] > 0 && position->free_places[kind] > 0) return 1;
  }
  return 0;
}

/* [I15] Gives the turn to a seat that can remove, or ends the game. */
static void pass_on_scoring(Position *position, int seat) {
  int pieces[PIECES];
  for (int tries = 0; tries < 2; tries++, seat = 1 - seat) {
    if (position->out[seat]) continue;
    position->turn = seat;
    if (list_removable(position, seat, pieces) > 0) return;
    position->out[seat] = 1;
  }
  position->turn = NO_SEAT;
}

/* [I6] [I7] [I9] */
static void pass_on_placing(Position *position, int seat) {
  if (can_place(position, seat)) {
    position->turn = seat;
  } else if (can_place(position, 1 - seat)) {
    position->turn = 1 - seat;
  } else {
    position->scoring = 1;
    pass_on_scoring(position, 0);
  }
}

static void occupy(Position *position, int line, int cells, int piece) {
  int before = position->occupied[line];
  int after = before | cells;
  for (int kind = 0; kind < KINDS; kind++)
    position->free_places[kind] += start_counts[kind][after] - start_counts[kind][before];
  position->occupied[line] = (uint16_t)after;
  position->touching[line] |= 1u << piece;
}

static void place(Position *position, int move) {
  int seat = position->turn;
  int first = move % SIZE, kind = move / SIZE % KINDS, line = move / SIZE / KINDS;
  int piece = 15 * seat + position->placed[seat]++;
  int across = line < SIZE ? SIZE : 0;
  occupy(position, line, ((1 << LENGTHS[kind]) - 1) << first, piece);
  for (int along = first; along < first + LENGTHS[kind]; along++) {
    occupy(position, across + along, 1 << line % SIZE, piece);
    position->piece_on[line < SIZE ? SIZE * line + along : SIZE * along + line - SIZE] = (uint8_t)piece;
  }
  position->places[piece] = (uint16_t)move;
  position->kinds[piece] = (uint8_t)kind;
  position->on_board |= 1u << piece;
  position->hand[seat][kind]--;
  pass_on_placing(position, 1 - seat);
}

static int is_on(int cell, int line) {
  return line < SIZE ? cell / SIZE == line : cell % SIZE == line - SIZE;
}

/* [I12] */
static void take_away(Position *position, int place) {
  int seat = position->turn;
  int first = place % SIZE, kind = place / SIZE % KINDS, line = place / SIZE / KINDS;
  int piece = position->piece_on[line < SIZE ? SIZE * line + first : SIZE * first + line - SIZE];
  int others = __builtin_popcount(position->touching[line] & position->on_board) - 1;
  int points = others * NUMBERS[kind];
  for (int owner = 0; owner < 2; owner++) {
    if (is_on(counter_cell(position, owner), line)) points *= 2;
  }
  for (int along = first; along < first + LENGTHS[kind]; along++)
    position->piece_on[line < SIZE ? SIZE * line + along : SIZE * along + line - SIZE] = EMPTY;
  position->on_board &= ~(1u << piece);
  position->longest[seat] = LENGTHS[kind];
  position->scores[seat] += points;
  if (position->scores[seat] >= 100) position->turn = NO_SEAT;
  else pass_on_scoring(position, 1 - seat);
}

static void play(Position *position, int move) {
  if (move < REMOVAL) place(position, move);
  else take_away(position, move - REMOVAL);
}

/* [I16] */
static Result result_of(const Position *position) {
  int unplayed[2] = {0, 0};
  for (int seat = 0; seat < 2; seat++) {
    for (int kind = 0; kind < KINDS; kind++) unplayed[seat] += position->hand[seat][kind] * LENGTHS[kind];
  }
  int lead = position->scores[0] - position->scores[1];
  if (lead == 0) lead = unplayed[0] - unplayed[1];
  Result result = {{position->scores[0], position->scores[1]}, {lead >= 0 ? 1 : 2, lead >= 0 ? 2 : 1}};
  return result;
}

static void write_move(int move, char text[TEXT_LIMIT]) {
  int place = move % REMOVAL;
  int first = place % SIZE, kind = place / SIZE % KINDS, line = place / SIZE / KINDS;
  int step = line < SIZE ? 1 : SIZE;
  int cell = line < SIZE ? SIZE * line + first : SIZE * first + line - SIZE;
  snprintf(text, TEXT_LIMIT, "%s%02d-%02d", move < REMOVAL ? "" : "x", cell, cell + step * (LENGTHS[kind] - 1));
}
