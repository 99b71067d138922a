import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { LINT_RULES } from '#lib/contracts/lint/lint-rules.ts'
import { ERRORS } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { TOOL_SKILLS } from '#lib/tools/tool-skill.ts'
import { guideGroups, guidePage, guidePages } from './guide.ts'
import { GuideSections, guideHref } from './guide-article.tsx'

const ORIGIN = 'http://market.localhost:4000'
const html = new Map(
  guidePages().map((page) => [
    page.href,
    renderToStaticMarkup(<GuideSections page={page} origin={ORIGIN} />),
  ]),
)
const pageHtml = (href: string) => html.get(href) ?? ''
const source = (name: string) => readFileSync(`docs/guide/${name}.md`, 'utf8')
const names = guidePages().map(({ name }) => name)
const idsOf = (href: string) => [...pageHtml(href).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

test('the overview lists every file of the guide', () => {
  expect(names.map((name) => `${name}.md`).sort()).toEqual(readdirSync('docs/guide').sort())
})

test('every page but the overview has a summary for the list of pages', () => {
  expect(guideGroups().flatMap(({ pages }) => pages.filter(({ summary }) => summary === ''))).toEqual([])
})

test.each(['../security', 'nothing', '', '__proto__'])('the guide has no page %j', (name) => {
  expect(guidePage(name)).toBeNull()
})

describe.each(names)('%s', (name) => {
  const { href } = guidePage(name) ?? { href: '' }

  test('the page of the guide has no value that is not filled in', () => {
    expect(pageHtml(href)).not.toMatch(/\{\{|\{#/)
  })

  test('the page of the guide has unique ids', () => {
    const ids = idsOf(href)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('the page of the guide links to pages and headings that exist', () => {
    const sitePaths = Object.values(paths).filter((path) => typeof path === 'string')
    const links = [...source(name).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => guideHref(link))
    const broken = links
      .filter((link) => !link.startsWith('https:'))
      .filter((link) => {
        const [path = '', hash] = link.split('#')
        if (!html.has(path)) return !sitePaths.some((known) => known === path)
        return hash !== undefined && !idsOf(path).includes(hash)
      })
    expect(broken).toEqual([])
  })
})

// biome-ignore format: table
test.each([
  [paths.docsApi,        ['webhooks']],
  [paths.docsCommands,   ['contract-lint']],
  [paths.docsContracts,  ['versions', 'ranges', 'writing']],
  [paths.docsHandler,    ['limits']],
  [paths.docsLint,       LINT_RULES.map(({ id }) => id)],
  [paths.docsRpc,        ['guide']],
  [paths.docsTools,      TOOL_SKILLS.map(({ document }) => document.slug)],
])('the page %s of the guide keeps the anchors that other pages link to', (href, anchors) => {
  expect(idsOf(href)).toEqual(expect.arrayContaining(anchors))
})

describe('the page about the SDK', () => {
  const text = pageHtml(paths.docsSdk)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

  test.each(['research', 'call-remote', 'publish-file'])(
    'the page about the SDK shows %s as the tests run it',
    (name) => {
      const code = readFileSync(`lib/protocols/sdk/examples/${name}.ts`, 'utf8')
      expect(text).toContain(
        code.replace('http://localhost:3000', ORIGIN).replace('./research.ts', './research.mjs').trim(),
      )
    },
  )

  test('the page about the SDK names every class of the error table', () => {
    expect(Object.values(ERRORS).filter(({ sdk }) => !text.includes(sdk))).toEqual([])
  })
})

test('samples of the guide contain the address that the reader uses', () => {
  for (const href of [paths.docsApi, paths.docsMcp, paths.docsQuickstart, paths.docsRpc, paths.docsSdk])
    expect(pageHtml(href)).toContain(ORIGIN)
})
