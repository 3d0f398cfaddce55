import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedCopies } from './build/compressed-copies.ts';
import { leanRouteTables } from './build/route-tables.ts';
import { sizeBudget } from './build/size-budget.ts';

const server = process.env.PARLEY_SERVER_URL ?? 'http://127.0.0.1:3000';
const proxied = ['/api', '/config.json', '/healthz', '/readyz', '/webhooks'];

/** Every page loads the session, so this code is part of every first load. */
const identity = 'src/features/session/built-in/built-in-host.tsx';

/** What a page inside the shell loads. */
const page = (name: string) => [identity, 'src/app/routes/app/layout.tsx', `src/app/routes/app/${name}.tsx`];

/** What a page of the settings may add to what the call list has loaded; the call list loads menus right after itself. */
const own = {
  besides: { pageBefore: page('voice-agents'), libraries: ['schemas', 'menus', 'choices'] },
  maxGzipBytes: 60_000,
};

/** What the landing page shares with the desk. */
const usedByEveryPage = new RegExp(
  [
    'lucide-react/dist/esm/(?:shared/|context|Icon|createLucideIcon)',
    'src/ui/(?:badge|button|card|cx|logo|page-heading|spinner|status-dot)\\.',
    'src/lib/(?:drafts|tabs)\\.ts',
    'src/features/session/(?:auth-requests|session|session-token|use-page-restored|idle/activity|idle/return-page)\\.ts',
    'src/app/skip-link\\.tsx',
  ].join('|'),
);

/** What the shell shares with some of its pages, or is small and used by several: one file that every page inside it loads. */
const usedInTheShell = new RegExp(
  [
    'lucide-react/dist/esm/icons/(?:arrow-down|arrow-left|bot|chart-column|check|copy|download|ellipsis|external-link|handshake|inbox|log-out|megaphone|pencil|phone|phone-call|phone-incoming|phone-off|phone-outgoing|plug|plus|scroll-text|search|sliders-horizontal|trash|user-round-cog|users|wrench)\\.',
    'node_modules/(?:@tanstack|@radix-ui/react-collapsible)/',
    'packages/contract/src/(?:call-reasons|call-search/filter-names|call-statuses|follow-ups/reasons)\\.ts',
    'src/app/(?:new-call-dialog|previous-page)\\.tsx?',
    'src/features/calls/(?:busy-calls|call-labels|call-progress|direction-icon|is-definite-response|plain-text|repeatable|cache/[a-z-]+|list/summary-line|new-call/draft-name)\\.',
    'src/features/follow-ups/(?:cache/[a-z-]+|notify/(?:notifications-setting|show-notification|urgent-notifier)|change|filter|pending-changes|reasons|use-follow-up-counts)\\.ts',
    'src/features/(?:agents/engine-names|agents/editor/background-saves|live/live-context|live/live-status|session/unavailable-notice)\\.',
    'src/lib/(?:at-most-every|live-listeners|focus-page-heading|in-groups|known-agents|open-steps|own-saves|text-count|undo|use-address-param|use-after-pause|use-code|use-search|use-mounted|follow-ups-of-call|cache-part|parsing/agents|parsing/calls|parsing/follow-ups)\\.ts',
    'src/ui/(?:discard-question|draft-offer|empty-state|form-dialog|instant|load-state|native-select|no-permission|party|phone-number)\\.tsx',
    'src/ui/use-(?:near-viewport|slash-key)\\.ts',
  ].join('|'),
);

/** Menus and selects, and what places them. */
const menus =
  /node_modules\/(?:@floating-ui|@radix-ui\/react-(?:dropdown-menu|menu|popper))\/|src\/ui\/menu\.tsx/;

/** What menus and selects share with radio buttons and switches, which do without the rest of them. */
const choices =
  /node_modules\/@radix-ui\/react-(?:collection|direction|roving-focus|use-is-hydrated|use-previous|use-size)\//;

/** Radio buttons are used only by this field. */
const choiceField = /node_modules\/@radix-ui\/react-radio-group\/|src\/ui\/choice-field\.tsx/;

/** What forms of the settings share of the contract: a few lines each, which would be files of their own. */
const smallValues =
  /packages\/contract\/src\/(?:max-characters|phone-number|weekly-hours|agent-config\/(?:draft-shapes|limits)|outcomes\/outcome-field|speech\/(?:languages|language-tag))\.ts/;

/** What nearly every page inside the shell uses, by name: how many pages share a module must not decide what all of them load. */
const sharedByTheDesk =
  /node_modules\/sonner\/|src\/(?:ui\/text-field\.tsx|lib\/(?:permissions|known-calling|word-of|parsing\/open)\.ts)/;

export default defineConfig({
  plugins: [
    leanRouteTables(),
    react(),
    tailwindcss(),
    sizeBudget([
      {
        name: 'landing page',
        chunks: [identity, 'src/app/routes/landing-layout.tsx', 'src/app/routes/home.tsx'],
        maxGzipBytes: 122_000,
        maxFiles: 12,
      },
      {
        name: 'reference of the API',
        chunks: [identity, 'src/app/routes/landing-layout.tsx', 'src/app/routes/api-docs.tsx'],
        maxGzipBytes: 126_000,
        maxFiles: 12,
      },
      { name: 'call list', chunks: page('voice-agents'), maxGzipBytes: 190_000, maxFiles: 15 },
      { name: 'page of a call', chunks: page('voice-agent-call'), maxGzipBytes: 212_000, maxFiles: 24, own },
      {
        name: 'player of a recording',
        chunks: [...page('voice-agent-call'), 'src/features/calls/recording/recording-panel.tsx'],
        maxGzipBytes: 217_000,
        maxFiles: 28,
        // What a call with a recording loads after its transcript.
        own: { besides: { pageBefore: page('voice-agent-call'), libraries: [] }, maxGzipBytes: 10_000 },
      },
      { name: 'contacts', chunks: page('contacts'), maxGzipBytes: 260_000, maxFiles: 34, own },
      { name: 'page of a contact', chunks: page('contact'), maxGzipBytes: 260_000, maxFiles: 32, own },
      { name: 'list of campaigns', chunks: page('campaigns'), maxGzipBytes: 230_000, maxFiles: 30, own },
      { name: 'new campaign', chunks: page('campaign-new'), maxGzipBytes: 240_000, maxFiles: 34, own },
      { name: 'page of a campaign', chunks: page('campaign'), maxGzipBytes: 230_000, maxFiles: 34, own },
      {
        name: 'making a campaign',
        chunks: [...page('campaign'), 'src/app/routes/app/campaign-draft.tsx'],
        maxGzipBytes: 270_000,
        maxFiles: 46,
        own,
      },
      { name: 'reports', chunks: page('reports'), maxGzipBytes: 230_000, maxFiles: 27, own },
      { name: 'follow-ups', chunks: page('follow-ups'), maxGzipBytes: 240_000, maxFiles: 32, own },
      { name: 'list of agents', chunks: page('settings-agents'), maxGzipBytes: 229_000, maxFiles: 28, own },
      { name: 'agent editor', chunks: page('settings-agent'), maxGzipBytes: 270_000, maxFiles: 38, own },
      {
        name: 'organization',
        chunks: page('settings-organization'),
        maxGzipBytes: 208_000,
        maxFiles: 29,
        own,
      },
      {
        name: 'connections',
        chunks: page('settings-connections'),
        maxGzipBytes: 225_000,
        maxFiles: 24,
        own,
      },
      { name: 'list of tools', chunks: page('settings-tools'), maxGzipBytes: 260_000, maxFiles: 30, own },
      { name: 'page of a tool', chunks: page('settings-tool'), maxGzipBytes: 260_000, maxFiles: 33, own },
      {
        name: 'page of an MCP server',
        chunks: page('settings-mcp-server'),
        maxGzipBytes: 260_000,
        maxFiles: 31,
        own,
      },
      { name: 'audit log', chunks: page('settings-audit'), maxGzipBytes: 198_000, maxFiles: 21, own },
      { name: 'people', chunks: page('settings-people'), maxGzipBytes: 227_000, maxFiles: 25, own },
      { name: 'developers', chunks: page('settings-developers'), maxGzipBytes: 240_000, maxFiles: 28, own },
      { name: 'data', chunks: page('settings-data'), maxGzipBytes: 242_000, maxFiles: 27, own },
      {
        name: 'do-not-call list',
        chunks: page('settings-do-not-call'),
        maxGzipBytes: 262_000,
        maxFiles: 33,
        own,
      },
      { name: 'own account', chunks: page('settings-account'), maxGzipBytes: 207_000, maxFiles: 21, own },
      { name: 'go-live page', chunks: page('go-live'), maxGzipBytes: 208_000, maxFiles: 19, own },
    ]),
    compressedCopies(),
  ],
  build: {
    target: 'es2022',
    // Inlined assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Schemas do nothing when they are made, so those that no page uses are left out. The names count in packages too:
      // `list` would leave out a part of the markdown parser.
      treeshake: {
        manualPureFunctions: ['z', 'maxCharacters', 'plainUrl', 'shortText', 'ofEach', 'upTo', 'draftList'],
        // A schema made of the fields of another one reads its `shape`.
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs of others in one file: it compresses better whole, and stays cached across releases. The
            // landing page and the call list do without schemas, so these are a file of their own.
            { name: 'base', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//, priority: 3 },
            { name: 'schemas', test: /node_modules\/zod\//, priority: 3 },
            // A page waits for a few files, not for one of each set of pages that share a module. Nothing of the contract is
            // in them: its schemas would bring their library along.
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'start', test: usedByEveryPage, priority: 2 },
            { name: 'shell', test: usedInTheShell, priority: 2 },
            { name: 'choices', test: choices, priority: 2 },
            { name: 'menus', test: menus, priority: 2 },
            { name: 'choice-field', test: choiceField, priority: 2 },
            { name: 'values', test: smallValues, priority: 2 },
            { name: 'desk', test: sharedByTheDesk, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server }])),
      '/voice': { target: server, ws: true },
    },
  },
});
