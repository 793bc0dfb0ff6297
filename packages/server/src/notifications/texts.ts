const listOf =
  (language: string) =>
  (names: readonly string[]): string =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

/** The texts of notifications in one language. They are not in the catalogue of the page, because the server does not load it. */
export type NotificationTexts = typeof en;

const en = {
  list: listOf('en'),
  turn: (game: string) => `${game}: it is your turn`,
  invitation: (game: string, host: string) => `${host} invites you to play ${game}`,
  invitationBody: 'Accept or decline at the table.',
  rematch: (game: string, host: string) => `${host} offers you a rematch in ${game}`,
  began: (game: string) => `${game}: your game has begun`,
  over: (game: string) => `${game}: your game is over`,
  against: (others: string) => `With ${others}.`,
  yourTurn: 'It is your turn.',
  won: 'You won.',
  lost: 'You lost.',
  drawn: 'It is a draw.',
  aborted: 'It was aborted.',
  place: (place: number) => `You finished in place ${place}.`,
  someone: 'Someone',
  open: 'Open the table',
  why: (site: string) => `You get this mail because you asked for it on ${site}.`,
  stop: 'Stop these mails',
  confirmSubject: 'Confirm your address for Tablier',
  confirmText: (site: string) =>
    `Someone, probably you, wants to get mails from ${site} at this address. Open the link within two days to confirm that it is yours.`,
  confirmButton: 'Confirm the address',
  confirmIgnore: 'If it was not you, ignore this mail. Nothing else will be sent to you.',
  resetSubject: 'Set a new password for Tablier',
  resetText: (site: string) =>
    `Someone, probably you, has forgotten the password of an account on ${site}. Open the link within an hour to set a new one.`,
  resetUsername: (username: string) => `The username is ${username}.`,
  resetNoUsername: 'The account has no username yet: you choose one with the password.',
  resetSessions:
    'All browsers will then be signed out. Passkeys and tokens for programs stay: look through them on your account page.',
  resetButton: 'Set a new password',
  resetIgnore: 'If it was not you, ignore this mail. The password stays as it is.',
  confirmed: 'Your address is confirmed.',
  stopText: (address: string) => `Stop all mails to ${address}?`,
  stopped: 'You get no more mails. You can choose again on your account page.',
  badLink: 'This link is no longer valid. Ask for a new one on your account page.',
  toSite: 'To Tablier',
};

const fr: NotificationTexts = {
  list: listOf('fr'),
  turn: (game) => `${game} : à vous de jouer`,
  invitation: (game, host) => `${host} vous invite à jouer à ${game}`,
  invitationBody: 'Ouvrez la table pour accepter ou refuser.',
  rematch: (game, host) => `${host} vous propose une revanche à ${game}`,
  began: (game) => `${game} : votre partie a commencé`,
  over: (game) => `${game} : votre partie est terminée`,
  against: (others) => `Avec ${others}.`,
  yourTurn: 'À vous de jouer.',
  won: 'Vous avez gagné.',
  lost: 'Vous avez perdu.',
  drawn: 'Partie nulle.',
  aborted: 'Elle a été annulée.',
  place: (place) => `Vous terminez ${place === 1 ? '1er' : `${place}e`}.`,
  someone: 'Quelqu’un',
  open: 'Ouvrir la table',
  why: (site) => `Vous recevez cet e-mail parce que vous l’avez demandé sur ${site}.`,
  stop: 'Ne plus recevoir ces e-mails',
  confirmSubject: 'Confirmez votre adresse pour Tablier',
  confirmText: (site) =>
    `Quelqu’un, sans doute vous, veut recevoir à cette adresse des e-mails de ${site}. Ouvrez le lien dans les deux jours pour confirmer qu’elle est à vous.`,
  confirmButton: 'Confirmer l’adresse',
  confirmIgnore: 'Si ce n’était pas vous, ignorez cet e-mail. Vous ne recevrez rien d’autre.',
  resetSubject: 'Choisissez un nouveau mot de passe pour Tablier',
  resetText: (site) =>
    `Quelqu’un, sans doute vous, a oublié le mot de passe d’un compte sur ${site}. Ouvrez le lien dans l’heure pour en choisir un nouveau.`,
  resetUsername: (username) => `L’identifiant est ${username}.`,
  resetNoUsername: 'Le compte n’a pas encore d’identifiant : vous le choisirez avec le mot de passe.',
  resetSessions:
    'Tous les navigateurs seront alors déconnectés. Les clés d’accès et les jetons pour programmes restent : vérifiez-les sur la page de votre compte.',
  resetButton: 'Choisir un mot de passe',
  resetIgnore: 'Si ce n’était pas vous, ignorez cet e-mail. Le mot de passe reste le même.',
  confirmed: 'Votre adresse est confirmée.',
  stopText: (address) => `Ne plus envoyer d’e-mails à ${address} ?`,
  stopped: 'Vous ne recevrez plus d’e-mails. Vous pouvez changer d’avis sur la page de votre compte.',
  badLink: 'Ce lien n’est plus valable. Demandez-en un nouveau sur la page de votre compte.',
  toSite: 'Aller sur Tablier',
};

const de: NotificationTexts = {
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

const nl: NotificationTexts = {
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

const TEXTS: Readonly<Record<string, NotificationTexts>> = { de, en, fr, nl };

export const textsIn = (language: string): NotificationTexts =>
  Object.hasOwn(TEXTS, language) ? (TEXTS[language] ?? en) : en;

export const knownLanguage = (language: string): string => (Object.hasOwn(TEXTS, language) ? language : 'en');

export const NOTIFICATION_LANGUAGES: readonly string[] = Object.keys(TEXTS);
