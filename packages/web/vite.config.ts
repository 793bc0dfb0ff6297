import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { messagesPlugin } from './messages.mjs';

const API = process.env['TABLIER_API'] ?? 'http://127.0.0.1:3000';
/** The server checks `Host`, so the proxy keeps the header of the browser. */
const PROXY = { '/api': { target: API, ws: true, changeOrigin: false } };

export default defineConfig({
  // The page is served at paths of any depth: `/t/ID/12`.
  base: '/',
  plugins: [messagesPlugin(), svelte()],
  // The first browsers with light-dark(). Older ones would get a polyfill that ignores the setting.
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'licenses.txt' },
  },
  worker: { format: 'es' },
  server: { proxy: PROXY },
  preview: { proxy: PROXY },
});
