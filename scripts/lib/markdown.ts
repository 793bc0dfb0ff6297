import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** A generated document as the formatter writes it. */
export async function formatted(document: URL, text: string): Promise<string> {
  const filepath = fileURLToPath(document);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
