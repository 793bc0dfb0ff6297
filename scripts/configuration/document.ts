import {
  DATABASE_SETTINGS,
  FILE_SETTING,
  SERVER_SETTINGS,
  type Setting,
} from '../../packages/cli/src/config/settings.ts';

/** `docs/configuration.md`, made from the declarations of the settings. */
export function configurationDocument(): string {
  return `# Configuration

\`npm run docs\` writes this page from \`packages/cli/src/config/settings.ts\`, which also makes \`tablier serve --help\`.

Each setting is a flag, an environment variable, or a line in a file of settings. A flag wins over the environment, the environment over the file, the file over the default.
An empty value counts as none. A value that cannot be used ends the command with one line that names it, and exit code 2.

## The server

Of \`tablier serve\`:

${list(SERVER_SETTINGS)}

## The database

Of \`tablier serve\` and of every command that uses the database (\`backup\`, \`restore\`, \`ratings\`, \`admin\`, …):

${list([...DATABASE_SETTINGS, FILE_SETTING])}

## A file of settings

\`\`\`sh
${example()}
\`\`\`

Give it with \`--config tablier.env\`. Lines are \`NAME=value\` with the names of the variables; \`#\` begins a comment. An unknown name or a value that cannot be used is an error. Every command may read the same file.
The format is that of \`EnvironmentFile\` in systemd and of \`env_file\` in Docker. A password in the URL of the database belongs in the file, with mode 0600: other people on the machine can see the flags of a process.
`;
}

const list = (settings: readonly Setting[]): string => settings.map(entry).join('\n');

const entry = ({ flag, variable, preset, absent, description }: Setting): string =>
  `- \`${flag}\`, \`${variable}\`: ${description}. Default: ${preset === undefined ? (absent ?? 'none') : `\`${preset}\``}`;

const EXAMPLE: Readonly<Record<string, string>> = {
  PORT: '3000',
  TABLIER_ORIGIN: 'https://club.example',
  TABLIER_TRUST_PROXY: 'loopback',
  TABLIER_METRICS_PORT: '9464',
  DATABASE_URL: 'postgres://tablier:secret@127.0.0.1/tablier',
};

const example = (): string =>
  Object.entries(EXAMPLE)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
