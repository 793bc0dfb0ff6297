import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FormatConfig, format } from 'oxfmt';

const FORMAT = new URL('../../.oxfmtrc.json', import.meta.url);

/** A generated document as the formatter writes it. */
export async function formatted(document: URL, text: string): Promise<string> {
  const { overrides } = JSON.parse(readFileSync(FORMAT, 'utf8')) as {
    overrides: { files: string[]; options: FormatConfig }[];
  };
  const { options } = overrides.find(({ files }) => files.includes('*.md')) ?? {};
  return (await format(fileURLToPath(document), text, options)).code;
}
