/** A secret in words: its value in notation, as the review gets it. */
export type SecretName = (value: string) => string;

/** How each game with secrets names them, `<game>/secret-name.ts`: files of their own, loaded with the analysis. */
const NAMES = import.meta.glob<SecretName>('./*/secret-name.ts', { import: 'secretName' });

/** Loads how a game names its secrets; the notation for a game without names. Rejects if the server cannot be reached. */
export const loadSecretName = async (gameId: string): Promise<SecretName> =>
  (await NAMES[`./${gameId}/secret-name.ts`]?.()) ?? ((value) => value);
