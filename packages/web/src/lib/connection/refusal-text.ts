import * as m from '../../paraglide/messages.js';
import { hasText, text } from '../text.ts';
import type { Refusal } from './server-request.ts';

/** Why a change failed, in words. */
export function refusalText({ error, retryMs }: Refusal): string {
  if (error === 'too-many') return tooManyText(retryMs ?? 0);
  const key = `account_error_${error.replaceAll('-', '_')}`;
  return hasText(key) ? text(key) : m.account_error_unreachable();
}

function tooManyText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 90
    ? m.account_error_too_many_seconds({ count: seconds })
    : m.account_error_too_many_minutes({ count: Math.ceil(seconds / 60) });
}
