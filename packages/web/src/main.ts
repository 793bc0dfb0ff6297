import { mount } from 'svelte';
import App from './app/App.svelte';
import { RouteLoader } from './app/route-loader.svelte.ts';
import './design/base.css';
import { loadMessages } from './lib/language.ts';
import { router } from './lib/router.svelte.ts';
import { settings } from './lib/settings.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
const loader = new RouteLoader();
// The first HTML stays until the page can take its place.
await Promise.all([loadMessages(settings.language), loader.show(router.route)]);
target.replaceChildren();
mount(App, { target, props: { loader } });
