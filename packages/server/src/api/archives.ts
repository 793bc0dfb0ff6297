import { archiveFiles } from '@tablier/protocol';
import type { MonthFiles } from '../archive/month-files.ts';
import { archiveFilesOf } from '../archive/months-api.ts';
import { type AnyOperation, operation } from './operation.ts';

interface ArchiveDeps {
  readonly monthFiles: MonthFiles;
}

/** The monthly files of public games. */
export const archiveOperations = ({ monthFiles }: ArchiveDeps): readonly AnyOperation[] => [
  operation({
    id: 'listArchives',
    method: 'GET',
    path: '/archives',
    tag: 'games',
    summary: 'The monthly files of public finished games, newest month first',
    description: 'Each file is downloaded at its `path` on this server, without a token.',
    access: 'anyone',
    answer: archiveFiles,
    run: async () => archiveFilesOf(monthFiles),
  }),
];
