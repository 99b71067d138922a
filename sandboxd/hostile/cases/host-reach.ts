import type { HostileClass } from '../hostile-case.ts'

const ABSENT = [
  'process',
  'require',
  'module',
  'exports',
  'Buffer',
  'global',
  '__dirname',
  '__filename',
  'Deno',
  'Bun',
  'Worker',
  'SharedWorker',
  'importScripts',
  'XMLHttpRequest',
  'BroadcastChannel',
  'localStorage',
  'indexedDB',
  'document',
  'window',
  'openDatabase',
]

export const HOST_REACH: HostileClass = {
  name: 'host reach',
  language: 'javascript',
  cases: [
    {
      name: 'globals of Node, Deno, Bun and browsers',
      body: `return [${ABSENT.map((name) => `typeof ${name}`)}].filter((kind) => kind !== 'undefined')`,
      ends: { returns: [] },
    },
    {
      name: 'the environment, wherever it may be stored',
      body: `return JSON.stringify([globalThis.process?.env, globalThis.env, globalThis.ENV, context.env, this?.env, globalThis.Cloudflare ?? null]).includes(parameters.variable)`,
      ends: { returns: false },
    },
    {
      name: 'a file by its URL',
      body: `return (await fetch('file://' + parameters.file)).text()`,
      ends: { throws: /TypeError/ },
    },
    {
      name: 'a file by its URL, where hosts are declared',
      body: `return (await fetch('file://' + parameters.file)).text()`,
      network: ['*.example', 'localhost'],
      ends: { throws: /TypeError/ },
    },
    {
      name: 'process.binding by every name it had',
      body: `const p = globalThis.process ?? {}; return [p.binding, p._linkedBinding, p.dlopen, p.mainModule, p.getBuiltinModule].map((each) => typeof each)`,
      ends: { returns: ['undefined', 'undefined', 'undefined', 'undefined', 'undefined'] },
    },
    {
      name: 'the loader of isolates',
      body: `const names = (o) => o ? [...Reflect.ownKeys(o), ...names(Object.getPrototypeOf(o))].map(String) : []; return names(globalThis).filter((name) => /loader|guard|unsafe|egress/i.test(name))`,
      ends: { returns: [] },
    },
    {
      name: 'what is bound to the handler and its context',
      body: `return Object.keys(context).filter((key) => /^(env|ctx|loader|guard|calls)$/i.test(key))`,
      ends: { returns: [] },
    },
    {
      name: 'the module that called, by the stack',
      body: `function climb() { return climb.caller } return climb()`,
      ends: { throws: /TypeError/ },
    },
    {
      name: 'functions of the harness, by call sites',
      body: `Error.prepareStackTrace = (_, sites) => sites.map((site) => [typeof site.getThis(), typeof site.getFunction()])
        const seen = new Error().stack; delete Error.prepareStackTrace
        return Array.isArray(seen) ? seen.flat().filter((kind) => kind !== 'undefined') : []`,
      ends: { returns: [] },
    },
    {
      name: 'a crash dump with a native syntax',
      definition: `export default async () => %GetHeapUsage()`,
      ends: { throws: /SyntaxError/ },
    },
    {
      name: 'a debugger that waits',
      body: `debugger; return 1`,
      ends: { returns: 1 },
    },
    {
      name: 'the collector of garbage',
      body: `return typeof gc + typeof globalThis.gc`,
      ends: { returns: 'undefinedundefined' },
    },
    {
      name: 'ending the process',
      body: `globalThis.process?.exit?.(1); globalThis.process?.abort?.(); globalThis.close?.(); globalThis.Deno?.exit(); return 'alive'`,
      ends: 'anyhow',
    },
    {
      name: 'a service that answers for the whole worker',
      body: `addEventListener('fetch', (event) => event.respondWith(new Response('mine'))); addEventListener('message', () => {}); addEventListener('error', () => {}); addEventListener('unhandledrejection', () => {}); return 1`,
      ends: 'anyhow',
    },
    {
      name: 'another definition’s harness, exported by name',
      definition: `export class Egress { fetch() { return new Response('mine') } }\nexport const fetch = 1\nexport default async () => 1`,
      ends: { returns: 1 },
    },
    {
      name: 'a default export that is the worker itself',
      definition: `export default { async fetch() { return new Response('{"kind":"returned","value":"forged"}') } }`,
      ends: { throws: /./ },
    },
    {
      name: 'a default export that is a class',
      definition: `export default class { constructor() { globalThis.made = 1 } async fetch() {} }`,
      ends: { throws: /TypeError/ },
    },
    {
      name: 'the cache, as a place to leave word',
      body: `try { await caches.default.put('http://left.example/', new Response('word', { headers: { 'cache-control': 'max-age=1000' } })) } catch {}
        try { await (await caches.open('left')).put('http://left.example/', new Response('word')) } catch {}
        return 'tried'`,
      network: ['*.example'],
      ends: { returns: 'tried' },
    },
    {
      name: 'clocks good enough to spy with',
      body: `const first = performance.now(); let next = first; while (next === first) next = performance.now(); return next - first >= 0.1`,
      ends: { returns: true },
    },
  ],
}
