import type { RecordEnd, Seat } from '@tablier/core';

const SEATS: Readonly<Record<string, string>> = {
  dark: 'Dark',
  light: 'Light',
  first: 'First',
  second: 'Second',
  third: 'Third',
  fourth: 'Fourth',
};

export type Messages = typeof en;

const en = {
  /** The code of the language; a game's words have the same. */
  language: 'en',
  /** By the key that a game declares for a seat. */
  seats: SEATS,
  welcome: (game: string, seat: string | null) =>
    seat === null ? `${game}, on one keyboard.` : `${game}. You play ${seat}.`,
  hint: 'Type a move, or "help".',
  help: [
    'a move         plays it',
    'moves [TEXT]   the moves you may try, all or those with TEXT in them',
    'board          draws the board again',
    'undo           goes back to your turn before',
    'hint           the move that a strong bot would make',
    'save [FILE]    adds the game to a file; "tablier play GAME --load FILE" goes on',
    'resign         gives the game up',
    'quit           leaves without an end',
  ],
  helpLook: 'look [PLACE]   the places you may look at, or what is hidden there',
  yourMove: (seat: string) => `Your move, ${seat}: `,
  seatMove: (seat: string) => `${seat} to move: `,
  moveMade: (seat: string, move: string) => `${seat} plays ${move}.`,
  thinking: (seat: string) => `${seat} is thinking…`,
  passes: (seat: string) => `${seat} cannot move and passes.`,
  moves: (count: number) => (count === 1 ? '1 move:' : `${count} moves:`),
  noMoves: (filter: string) => `No move with "${filter}" in it.`,
  looks: (peeks: string) => `You may look at: ${peeks}`,
  noLooks: 'There is nothing to look at.',
  seen: (seat: string, place: string, answer: string) => `${seat} looks at ${place}: ${answer}`,
  handOver: (seat: string) => `${seat} is next. Hand over the keyboard, then press Enter. `,
  hintMove: (move: string) => `Perhaps ${move}.`,
  saved: (file: string) => `Saved in ${file}.`,
  notSaved: (file: string, reason: string) => `Not saved in ${file}: ${reason}.`,
  takenBack: 'Taken back.',
  nothingToTakeBack: 'There is nothing to take back.',
  alreadyRevealed: 'This cannot be taken back: it has shown something that was hidden.',
  unreadable: (text: string) => `"${text}" is not a move. "help" says how moves are written.`,
  illegal: (text: string) => `${text} is not allowed here. "moves" lists what is.`,
  illegalLook: (text: string) => `You may not look at ${text}.`,
  resigns: (seat: string) => `${seat} resigns.`,
  over: 'The game is over.',
  draw: 'It is a draw.',
  wins: (seats: readonly string[]) => `${seats.join(' and ')} ${seats.length === 1 ? 'wins' : 'win'}.`,
  youWin: 'You win!',
  standing: (place: number, seat: string, score: number) =>
    `${place}. ${seat}, ${score} ${score === 1 ? 'point' : 'points'}`,
  tieBroken: 'The points are equal: the rules break the tie.',
  goodbye: 'Goodbye.',
};

const fr: Messages = {
  language: 'fr',
  seats: {
    dark: 'Foncé',
    light: 'Clair',
    first: '1er joueur',
    second: '2e joueur',
    third: '3e joueur',
    fourth: '4e joueur',
  },
  welcome: (game, seat) => (seat === null ? `${game}, sur un seul clavier.` : `${game}. Vous jouez ${seat}.`),
  hint: 'Tapez un coup, ou « aide ».',
  help: [
    'un coup            le joue',
    'coups [TEXTE]      les coups à essayer, tous ou ceux qui contiennent TEXTE',
    'plateau            redessine le plateau',
    'annuler            revient à votre tour précédent',
    'indice             le coup que jouerait un robot fort',
    'enregistrer [FICHIER]  ajoute la partie à un fichier ; « tablier play JEU --load FICHIER » la reprend',
    'abandonner         abandonne la partie',
    'quitter            quitte sans terminer',
  ],
  helpLook: 'regarder [CASE]    les endroits à regarder, ou ce qui s’y cache',
  yourMove: (seat) => `À vous, ${seat} : `,
  seatMove: (seat) => `À ${seat} de jouer : `,
  moveMade: (seat, move) => `${seat} joue ${move}.`,
  thinking: (seat) => `${seat} réfléchit…`,
  passes: (seat) => `${seat} ne peut pas jouer et passe.`,
  moves: (count) => (count === 1 ? '1 coup :' : `${count} coups :`),
  noMoves: (filter) => `Aucun coup ne contient « ${filter} ».`,
  looks: (peeks) => `Vous pouvez regarder : ${peeks}`,
  noLooks: 'Il n’y a rien à regarder.',
  seen: (seat, place, answer) => `${seat} regarde ${place} : ${answer}`,
  handOver: (seat) => `C’est à ${seat} de jouer. Passez le clavier, puis appuyez sur Entrée. `,
  hintMove: (move) => `Peut-être ${move}.`,
  saved: (file) => `Enregistré dans ${file}.`,
  notSaved: (file, reason) => `Non enregistré dans ${file} : ${reason}.`,
  takenBack: 'Coup annulé.',
  nothingToTakeBack: 'Il n’y a rien à annuler.',
  alreadyRevealed: 'Ce coup ne peut pas être annulé : il a montré quelque chose de caché.',
  unreadable: (text) => `« ${text} » n’est pas un coup. « aide » dit comment les coups s’écrivent.`,
  illegal: (text) => `${text} n’est pas permis ici. « coups » donne ceux qui le sont.`,
  illegalLook: (text) => `Vous ne pouvez pas regarder ${text}.`,
  resigns: (seat) => `${seat} abandonne.`,
  over: 'La partie est terminée.',
  draw: 'Partie nulle.',
  wins: (seats) => `${seats.join(' et ')} ${seats.length === 1 ? 'gagne' : 'gagnent'}.`,
  youWin: 'Vous avez gagné !',
  standing: (place, seat, score) => `${place}. ${seat}, ${score} ${Math.abs(score) < 2 ? 'point' : 'points'}`,
  tieBroken: 'Égalité de points : les règles départagent les joueurs.',
  goodbye: 'Au revoir.',
};

const numbered = (of: string) => ({ first: `${of} 1`, second: `${of} 2`, third: `${of} 3`, fourth: `${of} 4` });

const de: Messages = {
  language: 'de',
  seats: { dark: 'Dunkel', light: 'Hell', ...numbered('Spieler') },
  welcome: (game, seat) => (seat === null ? `${game}, an einer Tastatur.` : `${game}. Du spielst ${seat}.`),
  hint: 'Tippe einen Zug oder „hilfe“.',
  help: [
    'ein Zug         spielt ihn',
    'züge [TEXT]     die möglichen Züge: alle, oder nur die mit TEXT darin',
    'brett           zeichnet das Brett neu',
    'zurück          geht zu deinem vorigen Zug zurück',
    'tipp            der Zug, den ein starker Bot machen würde',
    'speichern [DATEI]  fügt die Partie einer Datei an; „tablier play SPIEL --load DATEI“ setzt sie fort',
    'aufgeben        gibt die Partie auf',
    'beenden         hört ohne Ergebnis auf',
  ],
  helpLook: 'ansehen [ORT]   die Orte, die du ansehen darfst, oder was dort verborgen ist',
  yourMove: (seat) => `Dein Zug, ${seat}: `,
  seatMove: (seat) => `${seat} ist am Zug: `,
  moveMade: (seat, move) => `${seat} spielt ${move}.`,
  thinking: (seat) => `${seat} überlegt…`,
  passes: (seat) => `${seat} kann nicht ziehen und passt.`,
  moves: (count) => (count === 1 ? '1 Zug:' : `${count} Züge:`),
  noMoves: (filter) => `Kein Zug enthält „${filter}“.`,
  looks: (peeks) => `Du darfst ansehen: ${peeks}`,
  noLooks: 'Es gibt nichts anzusehen.',
  seen: (seat, place, answer) => `${seat} sieht ${place} an: ${answer}`,
  handOver: (seat) => `${seat} ist dran. Gib die Tastatur weiter und drücke dann die Eingabetaste. `,
  hintMove: (move) => `Vielleicht ${move}.`,
  saved: (file) => `In ${file} gespeichert.`,
  notSaved: (file, reason) => `Nicht in ${file} gespeichert: ${reason}.`,
  takenBack: 'Zurückgenommen.',
  nothingToTakeBack: 'Es gibt nichts zurückzunehmen.',
  alreadyRevealed: 'Das lässt sich nicht zurücknehmen: Der Zug hat etwas Verborgenes aufgedeckt.',
  unreadable: (text) => `„${text}“ ist kein Zug. „hilfe“ sagt, wie man Züge schreibt.`,
  illegal: (text) => `${text} ist hier nicht erlaubt. „züge“ zeigt, was erlaubt ist.`,
  illegalLook: (text) => `Du darfst ${text} nicht ansehen.`,
  resigns: (seat) => `${seat} gibt auf.`,
  over: 'Die Partie ist zu Ende.',
  draw: 'Remis.',
  wins: (seats) => `${seats.join(' und ')} ${seats.length === 1 ? 'gewinnt' : 'gewinnen'}.`,
  youWin: 'Du hast gewonnen!',
  standing: (place, seat, score) => `${place}. ${seat}, ${score} ${score === 1 ? 'Punkt' : 'Punkte'}`,
  tieBroken: 'Gleich viele Punkte: Die Regeln entscheiden.',
  goodbye: 'Tschüss.',
};

const nl: Messages = {
  language: 'nl',
  seats: { dark: 'Donker', light: 'Licht', ...numbered('Speler') },
  welcome: (game, seat) => (seat === null ? `${game}, op één toetsenbord.` : `${game}. Je speelt ${seat}.`),
  hint: 'Typ een zet of ‘hulp’.',
  help: [
    'een zet          speelt die',
    'zetten [TEKST]   de mogelijke zetten: alle, of alleen die met TEKST erin',
    'bord             tekent het bord opnieuw',
    'terug            gaat terug naar je vorige beurt',
    'tip              de zet die een sterke bot zou doen',
    'opslaan [BESTAND]  voegt de partij toe aan een bestand; ‘tablier play SPEL --load BESTAND’ gaat verder',
    'opgeven          geeft de partij op',
    'stoppen          houdt op zonder uitslag',
  ],
  helpLook: 'kijken [PLAATS]  de plaatsen die je mag bekijken, of wat daar verborgen is',
  yourMove: (seat) => `Jouw zet, ${seat}: `,
  seatMove: (seat) => `${seat} is aan zet: `,
  moveMade: (seat, move) => `${seat} speelt ${move}.`,
  thinking: (seat) => `${seat} denkt na…`,
  passes: (seat) => `${seat} kan geen zet doen en past.`,
  moves: (count) => (count === 1 ? '1 zet:' : `${count} zetten:`),
  noMoves: (filter) => `Geen zet met ‘${filter}’ erin.`,
  looks: (peeks) => `Je mag bekijken: ${peeks}`,
  noLooks: 'Er valt niets te bekijken.',
  seen: (seat, place, answer) => `${seat} bekijkt ${place}: ${answer}`,
  handOver: (seat) => `${seat} is aan de beurt. Geef het toetsenbord door en druk dan op Enter. `,
  hintMove: (move) => `Misschien ${move}.`,
  saved: (file) => `Opgeslagen in ${file}.`,
  notSaved: (file, reason) => `Niet opgeslagen in ${file}: ${reason}.`,
  takenBack: 'Teruggenomen.',
  nothingToTakeBack: 'Er valt niets terug te nemen.',
  alreadyRevealed: 'Dit kan niet worden teruggenomen: de zet heeft iets onthuld.',
  unreadable: (text) => `‘${text}’ is geen zet. ‘hulp’ zegt hoe je zetten schrijft.`,
  illegal: (text) => `${text} mag hier niet. ‘zetten’ toont wat wel mag.`,
  illegalLook: (text) => `Je mag ${text} niet bekijken.`,
  resigns: (seat) => `${seat} geeft op.`,
  over: 'De partij is afgelopen.',
  draw: 'Remise.',
  wins: (seats) => `${seats.join(' en ')} ${seats.length === 1 ? 'wint' : 'winnen'}.`,
  youWin: 'Je hebt gewonnen!',
  standing: (place, seat, score) => `${place}. ${seat}, ${score} ${score === 1 ? 'punt' : 'punten'}`,
  tieBroken: 'Gelijke punten: de regels beslissen.',
  goodbye: 'Tot ziens.',
};

export const MESSAGES = { en, fr, de, nl } as const;

export function messagesFor(environment: Readonly<Record<string, string | undefined>>): Messages {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  const language = locale.slice(0, 2).toLowerCase();
  return Object.values(MESSAGES).find((messages) => messages.language === language) ?? en;
}

/** The end of a game in words: who won, then the place and points of each player. `own` is the seat of the person, if there is only one. */
export function describeEnd(end: RecordEnd, names: readonly string[], own: Seat | null, messages: Messages): string[] {
  const { scores, places } = end;
  const order = places
    .map((_, seat) => seat)
    .sort((left, right) => (places[left] as number) - (places[right] as number));
  const nameOf = (seat: Seat): string => names[seat] as string;
  return [
    messages.over,
    winnerLine(end, nameOf, own, messages),
    ...order.map((seat) => messages.standing(places[seat] as number, nameOf(seat), scores[seat] as number)),
    ...(isTieBroken(end) ? [messages.tieBroken] : []),
  ];
}

function winnerLine(
  { places }: RecordEnd,
  nameOf: (seat: Seat) => string,
  own: Seat | null,
  messages: Messages,
): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (winners.length === places.length) return messages.draw;
  return own !== null && winners.includes(own) ? messages.youWin : messages.wins(winners.map(nameOf));
}

function isTieBroken({ by, scores, places }: RecordEnd): boolean {
  const best = scores[places.indexOf(1)];
  return by === 'rules' && places.some((place, seat) => place > 1 && scores[seat] === best);
}
