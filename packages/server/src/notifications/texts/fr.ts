import { listOf } from './list-of.ts';
import type { NotificationTexts } from './texts.ts';

export const fr: NotificationTexts = {
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
