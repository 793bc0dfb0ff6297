import { mount } from 'svelte';
import App from './App.svelte';
import './design/base.css';
import { loadMessages } from './language.ts';
import { settings } from './settings.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
await loadMessages(settings.language);
mount(App, { target });
