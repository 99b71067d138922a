/**
 * Builds the frame that MCP clients show for a skill (MCP Apps): a script and a style sheet without any address, since
 * a frame may load nothing, and a script with RE2 for contracts that need it. Writes the folder dist/skill-app; `lib/protocols/mcp/apps.ts` puts them into its pages.
 */
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { BUNDLE_ALIASES } from '#lib/contracts/forms/rjsf/bundle-aliases.ts'
import { APP_FOLDER } from '#lib/kernel/site/package-archives.ts'
import { runBuild } from './server/build/build-package.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

/** Of the compressed script and style sheet, which a client fetches with each frame. docs/spec/skills-protocol.md §6 has the parts. */
const MAX_GZIP_BYTES = 360 * 1024
/** Of RE2, which a frame has if its contract has a complex pattern. */
const MAX_PATTERNS_GZIP_BYTES = 48 * 1024

const SOURCE = 'components/skill-app'
const REPLACED = `${SOURCE}/replaced`

/** Where Tailwind looks for classes. */
const USED = [SOURCE, 'components/blobs', 'components/forms', 'components/output', 'components/ui']

/** Modules that need a page of the site, or are too heavy for a frame. */
const ALIASES = {
  ...BUNDLE_ALIASES,
  '#lib/contracts/forms/validation/load-compiled.ts': `${REPLACED}/no-validator.ts`,
  'next/link': `${REPLACED}/link.tsx`,
  './table-chart.tsx': `${REPLACED}/no-charts.tsx`,
  './table-file.ts': `${REPLACED}/no-excel.ts`,
  '../blobs/blob-view.tsx': `${REPLACED}/blob-name.tsx`,
  './blob-view.tsx': `${REPLACED}/blob-name.tsx`,
  re2js: `${REPLACED}/re2.ts`,
}

async function buildApp(): Promise<void> {
  const [script, patterns, style] = await Promise.all([
    buildScript('main.tsx', ALIASES),
    buildScript('patterns.ts', {}),
    buildStyle(),
  ])
  const size = requireSize('The frame', script + style, MAX_GZIP_BYTES)
  requireSize('The script for patterns', patterns, MAX_PATTERNS_GZIP_BYTES)
  const folder = path.join(PROJECT_ROOT, APP_FOLDER)
  fs.mkdirSync(folder, { recursive: true })
  for (const [name, text] of [
    ['app.js', script],
    ['patterns.js', patterns],
    ['app.css', style],
  ] as const) {
    const draft = path.join(folder, `${name}.${process.pid}`)
    fs.writeFileSync(draft, text)
    fs.renameSync(draft, path.join(folder, name))
  }
  console.log(
    `The frame of skills: ${Math.ceil(size / 1024)} KiB compressed, ${Math.ceil((script + style).length / 1024)} KiB in all.`,
  )
}

/** Returns the compressed size in bytes. */
function requireSize(what: string, text: string, max: number): number {
  const size = gzipSync(text).length
  if (size <= max) return size
  throw new Error(`${what} has ${Math.ceil(size / 1024)} KiB compressed, and may have ${max / 1024}.`)
}

async function buildScript(entry: string, aliases: Readonly<Record<string, string>>): Promise<string> {
  const bundle = await rolldown({
    input: path.join(PROJECT_ROOT, SOURCE, entry),
    platform: 'browser',
    plugins: [replaceModules(aliases)],
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
    // 'use client' means nothing here.
    checks: { moduleLevelDirective: false },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

function replaceModules(aliases: Readonly<Record<string, string>>) {
  const replaced = new Map(Object.entries(aliases))
  return {
    name: 'replace-modules',
    resolveId(source: string) {
      const file = replaced.get(source)
      return file === undefined ? null : path.join(PROJECT_ROOT, file)
    },
  }
}

/** The look of the site with the classes that the frame uses, without its fonts. */
async function buildStyle(): Promise<string> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import('postcss'),
    import('@tailwindcss/postcss'),
  ])
  const from = path.join(PROJECT_ROOT, 'app/globals.css')
  const sources = USED.map((folder) => `@source "../${folder}";`).join('\n')
  const look = fs
    .readFileSync(from, 'utf8')
    .replace('@import "tailwindcss";', `@import "tailwindcss" source(none);\n${sources}`)
    .replaceAll(/@import "@fontsource[^;]*;/g, '')
  const { css } = await postcss([tailwind({ optimize: { minify: true } })]).process(look, { from })
  return css
}

if (process.argv[1] === import.meta.filename) await runBuild(buildApp)
