import { mount } from 'svelte';
import App from './app/App.svelte';
import { RouteLoader } from './app/route-loader.svelte.ts';
import './design/base.css';
import { loadMessages } from './lib/language.ts';
import { router } from './lib/router.svelte.ts';
import { settings } from './lib/settings.svelte.ts';

/** Starts the app in place of the first HTML, which stays until the first page is loaded. */
async function start(target: Element): Promise<void> {
  const loader = new RouteLoader();
  await Promise.all([loadMessages(settings.language), loader.show(router.route)]);
  target.replaceChildren();
  mount(App, { target, props: { loader } });
}

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
// Not awaited: the scripts of the pages import modules of this one, which would wait for them.
void start(target);
