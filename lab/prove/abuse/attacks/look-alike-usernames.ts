import type { Attack } from './attack.ts';
import { newMember } from './members.ts';

/** Reserved by default: a Cyrillic letter, a digit, an accent, full width, capitals. */
const ROLES = ['m\u043Ederator', 'm0derator', 'moderat\u00F3r', '\uFF4Doderator', 'ADMIN'];
/** What reads like the username `beatrice`. */
const OTHERS = ['be\u0430trice', 'beatr1ce', 'beatric\u00E9', 'BEATRICE'];

export const lookAlikeUsernames: Attack = {
  name: 'look-alike-usernames',
  finding: 'a member takes a username that looks like one of another member or of the operator',
  run: async (target) => {
    await newMember(target, 'beatrice');
    const few = target.size({ short: 2, full: OTHERS.length + ROLES.length });
    for (const login of [...ROLES.slice(0, few), ...OTHERS.slice(0, few)]) {
      const made = await newMember(target, login).catch(() => null);
      target.expect(made === null, `the username ${login} is given to anyone`);
    }
  },
};
