import { drained } from '@tablier/core';
import { type Pairing, roundSteps, type Tournament } from '../../src/index.ts';

export const pairRound = (tournament: Tournament, round: number): readonly Pairing[] =>
  drained(roundSteps(tournament, round));
