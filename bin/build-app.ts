/**
 * Builds the frame that MCP clients show for a skill (MCP Apps): one script and one style sheet without any address, since
 * a frame may load nothing. Writes the folder dist/skill-app; `lib/protocols/mcp/apps.ts` puts them into its pages.
 */
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { BUNDLE_ALIASES } from '#lib/contracts/forms/rjsf/bundle-aliases.ts'
import { APP_FOLDER } from '#lib/kernel/site/package-archives.ts'
import { runBuild } from './server/build/build-package.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

/** Of the compressed script and style sheet, which a client fetches with each frame. */
const MAX_GZIP_BYTES = 400 * 1024

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
}

async function buildApp(): Promise<void> {
  const [script, style] = await Promise.all([buildScript(), buildStyle()])
  const size = gzipSync(script + style).length
  if (size > MAX_GZIP_BYTES)
    throw new Error(
      `The frame has ${Math.ceil(size / 1024)} KiB compressed, and may have ${MAX_GZIP_BYTES / 1024}.`,
    )
  const folder = path.join(PROJECT_ROOT, APP_FOLDER)
  fs.mkdirSync(folder, { recursive: true })
  for (const [name, text] of [
    ['app.js', script],
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

async function buildScript(): Promise<string> {
  const bundle = await rolldown({
    input: path.join(PROJECT_ROOT, SOURCE, 'main.tsx'),
    platform: 'browser',
    plugins: [replaceModules()],
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
    // 'use client' means nothing here.
    checks: { moduleLevelDirective: false },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

function replaceModules() {
  const replaced = new Map<string, string>(Object.entries(ALIASES))
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
