import { mount } from 'svelte';
import App from './app/App.svelte';
import './design/base.css';
import { loadMessages } from './lib/language.ts';
import { settings } from './lib/settings.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
await loadMessages(settings.language);
mount(App, { target });
