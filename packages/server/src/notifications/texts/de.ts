import { listOf } from './list-of.ts';
import type { NotificationTexts } from './texts.ts';

export const de: NotificationTexts = {
  list: listOf('de'),
  turn: (game) => `${game}: Du bist am Zug`,
  invitation: (game, host) => `${host} lädt dich zu ${game} ein`,
  invitationBody: 'Am Tisch kannst du die Einladung annehmen oder ablehnen.',
  rematch: (game, host) => `${host} bietet dir eine Revanche in ${game} an`,
  began: (game) => `${game}: Deine Partie hat begonnen`,
  over: (game) => `${game}: Deine Partie ist zu Ende`,
  against: (others) => `Mit ${others}.`,
  yourTurn: 'Du bist am Zug.',
  won: 'Du hast gewonnen.',
  lost: 'Du hast verloren.',
  drawn: 'Remis.',
  aborted: 'Die Partie wurde abgebrochen.',
  place: (place) => `Du bist auf Platz ${place} gelandet.`,
  someone: 'Jemand',
  open: 'Tisch öffnen',
  why: (site) => `Du bekommst diese E-Mail, weil du sie auf ${site} angefordert hast.`,
  stop: 'Keine E-Mails mehr',
  confirmSubject: 'Bestätige deine Adresse für Tablier',
  confirmText: (site) =>
    `Jemand, wahrscheinlich du, möchte an dieser Adresse E-Mails von ${site} bekommen. Öffne innerhalb von zwei Tagen den Link, um zu bestätigen, dass sie dir gehört.`,
  confirmButton: 'Adresse bestätigen',
  confirmIgnore: 'Wenn du das nicht warst, ignoriere diese E-Mail. Du bekommst sonst nichts.',
  resetSubject: 'Neues Passwort für Tablier',
  resetText: (site) =>
    `Jemand, wahrscheinlich du, hat das Passwort eines Kontos auf ${site} vergessen. Öffne innerhalb einer Stunde den Link, um ein neues zu wählen.`,
  resetUsername: (username) => `Der Benutzername ist ${username}.`,
  resetNoUsername: 'Das Konto hat noch keinen Benutzernamen: Du wählst ihn mit dem Passwort.',
  resetSessions:
    'Danach sind alle Browser abgemeldet. Passkeys und Tokens für Programme bleiben: Sieh sie auf deiner Kontoseite durch.',
  resetButton: 'Neues Passwort wählen',
  resetIgnore: 'Wenn du das nicht warst, ignoriere diese E-Mail. Das Passwort bleibt, wie es ist.',
  confirmed: 'Deine Adresse ist bestätigt.',
  stopText: (address) => `Keine E-Mails mehr an ${address}?`,
  stopped: 'Du bekommst keine E-Mails mehr. Auf deiner Kontoseite kannst du neu wählen.',
  badLink: 'Dieser Link gilt nicht mehr. Auf deiner Kontoseite bekommst du einen neuen.',
  toSite: 'Zu Tablier',
};
