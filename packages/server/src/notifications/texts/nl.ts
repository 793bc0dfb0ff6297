import { listOf } from './list-of.ts';
import type { NotificationTexts } from './texts.ts';

export const nl: NotificationTexts = {
  list: listOf('nl'),
  turn: (game) => `${game}: je bent aan zet`,
  invitation: (game, host) => `${host} nodigt je uit voor ${game}`,
  invitationBody: 'Aan de tafel kun je de uitnodiging aannemen of weigeren.',
  rematch: (game, host) => `${host} biedt je een revanche aan in ${game}`,
  began: (game) => `${game}: je partij is begonnen`,
  over: (game) => `${game}: je partij is afgelopen`,
  against: (others) => `Met ${others}.`,
  yourTurn: 'Je bent aan zet.',
  won: 'Je hebt gewonnen.',
  lost: 'Je hebt verloren.',
  drawn: 'Remise.',
  aborted: 'De partij is afgebroken.',
  place: (place) => `Je bent op plaats ${place} geëindigd.`,
  someone: 'Iemand',
  open: 'Tafel openen',
  why: (site) => `Je krijgt deze mail omdat je erom hebt gevraagd op ${site}.`,
  stop: 'Geen mails meer',
  confirmSubject: 'Bevestig je adres voor Tablier',
  confirmText: (site) =>
    `Iemand, waarschijnlijk jij, wil op dit adres mails krijgen van ${site}. Open de link binnen twee dagen om te bevestigen dat het adres van jou is.`,
  confirmButton: 'Adres bevestigen',
  confirmIgnore: 'Was jij dit niet? Negeer deze mail dan. Je krijgt verder niets.',
  resetSubject: 'Kies een nieuw wachtwoord voor Tablier',
  resetText: (site) =>
    `Iemand, waarschijnlijk jij, is het wachtwoord van een account op ${site} vergeten. Open de link binnen een uur om een nieuw wachtwoord te kiezen.`,
  resetUsername: (username) => `De gebruikersnaam is ${username}.`,
  resetNoUsername: 'Het account heeft nog geen gebruikersnaam: je kiest die samen met het wachtwoord.',
  resetSessions:
    'Daarna zijn alle browsers uitgelogd. Passkeys en tokens voor programma’s blijven: bekijk ze op je accountpagina.',
  resetButton: 'Nieuw wachtwoord kiezen',
  resetIgnore: 'Was jij dit niet? Negeer deze mail dan. Het wachtwoord blijft zoals het is.',
  confirmed: 'Je adres is bevestigd.',
  stopText: (address) => `Geen mails meer naar ${address}?`,
  stopped: 'Je krijgt geen mails meer. Op je accountpagina kun je opnieuw kiezen.',
  badLink: 'Deze link is niet meer geldig. Vraag op je accountpagina een nieuwe aan.',
  toSite: 'Naar Tablier',
};
