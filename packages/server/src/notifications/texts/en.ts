import { listOf } from './list-of.ts';
import type { NotificationTexts } from './texts.ts';

export const en: NotificationTexts = {
  list: listOf('en'),
  turn: (game) => `${game}: it is your turn`,
  invitation: (game, host) => `${host} invites you to play ${game}`,
  invitationBody: 'Accept or decline at the table.',
  rematch: (game, host) => `${host} offers you a rematch in ${game}`,
  began: (game) => `${game}: your game has begun`,
  over: (game) => `${game}: your game is over`,
  against: (others) => `With ${others}.`,
  yourTurn: 'It is your turn.',
  won: 'You won.',
  lost: 'You lost.',
  drawn: 'It is a draw.',
  aborted: 'It was aborted.',
  place: (place) => `You finished in place ${place}.`,
  someone: 'Someone',
  open: 'Open the table',
  why: (site) => `You get this mail because you asked for it on ${site}.`,
  stop: 'Stop these mails',
  confirmSubject: 'Confirm your address for Tablier',
  confirmText: (site) =>
    `Someone, probably you, wants to get mails from ${site} at this address. Open the link within two days to confirm that it is yours.`,
  confirmButton: 'Confirm the address',
  confirmIgnore: 'If it was not you, ignore this mail. Nothing else will be sent to you.',
  resetSubject: 'Set a new password for Tablier',
  resetText: (site) =>
    `Someone, probably you, has forgotten the password of an account on ${site}. Open the link within an hour to set a new one.`,
  resetUsername: (username) => `The username is ${username}.`,
  resetNoUsername: 'The account has no username yet: you choose one with the password.',
  resetSessions:
    'All browsers will then be signed out. Passkeys and tokens for programs stay: look through them on your account page.',
  resetButton: 'Set a new password',
  resetIgnore: 'If it was not you, ignore this mail. The password stays as it is.',
  confirmed: 'Your address is confirmed.',
  stopText: (address) => `Stop all mails to ${address}?`,
  stopped: 'You get no more mails. You can choose again on your account page.',
  badLink: 'This link is no longer valid. Ask for a new one on your account page.',
  toSite: 'To Tablier',
};
