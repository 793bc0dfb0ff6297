import * as m from '../../paraglide/messages.js';
import { hasText, text } from '../../lib/text.ts';
import type { Refusal } from '../../lib/connection/server-request.ts';
import { readAgent } from './user-agent.ts';

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

/** `Firefox on Windows`. */
export function agentText(agent: string): string {
  const { browser, system } = readAgent(agent);
  if (browser === null) return system ?? m.account_some_browser();
  return system === null ? browser : m.account_browser_on({ browser, system });
}
