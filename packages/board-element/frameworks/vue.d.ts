import type { DefineComponent } from 'vue';
import type { TablierBoardAttributes, TablierBoardListeners } from './types.js';

export * from './tablier-board.js';

type Listeners = { [Name in keyof TablierBoardListeners as CamelCase<Name>]?: TablierBoardListeners[Name] };
type CamelCase<Name extends string> = Name extends `on${infer Event}` ? `on${Capitalize<Event>}` : never;

declare module 'vue' {
  interface GlobalComponents {
    'tablier-board': DefineComponent<TablierBoardAttributes & Listeners>;
  }
}
