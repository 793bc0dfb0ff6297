import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { TablierBoardAttributes, TablierBoardElement, TablierBoardListeners } from './types.js';

export * from './tablier-board.js';

type Native = Omit<HTMLAttributes<TablierBoardElement>, keyof TablierBoardAttributes>;
type Props = DetailedHTMLProps<Native, TablierBoardElement> & TablierBoardAttributes & TablierBoardListeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tablier-board': Props;
    }
  }
}
