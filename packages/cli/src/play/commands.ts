/** A command typed by the player. */
export type PlayerInput =
  | { readonly kind: 'help' | 'board' | 'undo' | 'resign' | 'quit' | 'nothing' }
  | { readonly kind: 'moves'; readonly filter: string }
  | { readonly kind: 'look'; readonly place: string }
  | { readonly kind: 'move'; readonly text: string };

/** The words for each command in every language; none of them is a move of any game. */
const WORDS = {
  help: ['help', '?', 'h', 'aide', 'hilfe', 'hulp'],
  board: ['board', 'plateau', 'brett', 'bord'],
  undo: ['undo', 'back', 'annuler', 'reprendre', 'zurück', 'terug'],
  resign: ['resign', 'abandonner', 'aufgeben', 'opgeven'],
  quit: ['quit', 'exit', 'q', 'quitter', 'beenden', 'stoppen'],
  moves: ['moves', 'coups', 'züge', 'zetten'],
  look: ['look', 'peek', 'regarder', 'ansehen', 'kijken'],
} as const;

/** Reads a line from the keyboard: a command with its argument, or a move. */
export function parseInput(line: string): PlayerInput {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  if (word === '') return { kind: 'nothing' };
  const kind = wishNamed(word.toLowerCase().normalize());
  if (kind === 'moves') return { kind, filter: rest.join(' ') };
  if (kind === 'look') return { kind, place: rest.join(' ') };
  return kind === null ? { kind: 'move', text: line.trim() } : { kind };
}

function wishNamed(word: string): keyof typeof WORDS | null {
  for (const kind of Object.keys(WORDS) as (keyof typeof WORDS)[]) {
    if (WORDS[kind].some((name) => name === word)) return kind;
  }
  return null;
}
