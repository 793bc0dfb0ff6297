import { describe, expect, it } from 'vitest';
import { type Inline, parseInline, parseMarkdown } from '../../../src/learn/rules/markdown.ts';

/** The text of parts without markup. */
function plainInline(parts: readonly Inline[]): string {
  return parts.map((part) => ('children' in part ? plainInline(part.children) : part.text)).join('');
}

describe('the Markdown of the rules', () => {
  it('supports headings, paragraphs, lists with continuation lines, tables, code and quotations', () => {
    const source = [
      '# Title',
      '',
      'One line',
      'and the next.',
      '',
      '- **[I1]** first',
      '  goes on',
      '- second',
      '',
      '1. one',
      '2. two',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '```',
      'as | it *is*',
      '```',
      '> said',
    ].join('\n');
    expect(parseMarkdown(source)).toEqual([
      { kind: 'heading', level: 1, children: [{ kind: 'text', text: 'Title' }] },
      { kind: 'paragraph', children: [{ kind: 'text', text: 'One line and the next.' }] },
      {
        kind: 'list',
        ordered: false,
        items: [
          [
            { kind: 'strong', children: [{ kind: 'text', text: '[I1]' }] },
            { kind: 'text', text: ' first goes on' },
          ],
          [{ kind: 'text', text: 'second' }],
        ],
      },
      { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]] },
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'text', text: '2' }]]],
      },
      { kind: 'code', text: 'as | it *is*' },
      { kind: 'quotation', children: [{ kind: 'text', text: 'said' }] },
    ]);
  });

  it('has no markup inside code, and leaves a single star alone', () => {
    expect(parseInline('`a*b*` 3 * 4 *yes*')).toEqual([
      { kind: 'code', text: 'a*b*' },
      { kind: 'text', text: ' 3 * 4 ' },
      { kind: 'emphasis', children: [{ kind: 'text', text: 'yes' }] },
    ]);
  });

  it('keeps the text of links', () => {
    expect(plainInline(parseInline('see [the **rules**](#I1).'))).toBe('see the rules.');
  });

  it('terminates on any text', () => {
    for (const source of ['```', '|', '- ', '#', '>', '**', '[x](', '\n\n'])
      expect(() => parseMarkdown(source)).not.toThrow();
  });
});
