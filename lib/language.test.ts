import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '#bin/runtime/project-root.ts'

type Kind = 'path' | 'name' | 'comment' | 'text' | 'document'

/**
 * A word that the project does not use.
 *
 * `name` is matched against file paths and identifiers, split into lower-case words; `prose` against comments, string
 * literals, JSX text and documents. A pattern for prose catches the project's former jargon, not good English.
 */
type Banned = { write: string; name?: RegExp; prose?: RegExp }

const same = (pattern: RegExp, write: string): Banned => ({ write, name: pattern, prose: pattern })

const BANNED: Record<string, Banned> = {
  box: same(/(?<!check|text |ticked |empty )\bbox(es)?\b/, 'sandbox'),
  door: same(/\bdoors?\b/, 'channel, or the API, form or CLI'),
  floor: same(/\bfloors?\b/, 'layer'),
  ground: same(/\bground\b/, 'layer'),
  house: same(/\bhouse\b/, 'built-in, this server, this site'),
  mend: same(/\bmend(s|ed|ing)?\b/, 'fix, repair'),
  'take back': same(/\b(take|takes|taken|taking|took) back\b/, 'undo, revoke, recover, cancel'),
  'put off': same(/\bput(s|ting)? (off|aside)\b/, 'enqueue, defer, reserve'),
  tell: {
    write: 'notify, report, send',
    name: /\b(tell|tells|telling|told)\b/,
    prose: /\b(tells|telling|told)\b(?! (\w+ ){0,3}apart)|\btell of\b/,
  },
  hear: same(/\bhear(s|d|ing)?\b/, 'subscribe, receive, on…'),
  say: {
    write: 'state, contain, return, describe',
    name: /\b(say|says|saying|said)\b/,
    prose:
      /\b(says|said) (of|so|no|nothing|which|where|what|whether|who|how|why|when|on)\b|\b(is|are|was|were|be|been|not) said\b|\bsay (no|so|nothing|it|that|which|what|where|whether|why|how|who|of|yes)\b/,
  },
  '…Words': {
    write: 'format…, …Label, …Text',
    name: /(?<!\b(comment|count|split|add|adds|bold|max|min|personal|reserved|similar|shell)) words$/,
  },
  'why…': { write: 'validate…, …Error, …Reason', name: /^why \w/ },
  'MOST_…': { write: 'MAX_…', name: /^most (?!common|recent|used)/ },
  keep: {
    write: 'store, cache, retain',
    name: /\b(keeps|kept|keeping)\b|\bkeep\b(?! (alive|mine|both|typed))/,
    prose: /\bkept\b(?! (alive|open|secret|running))|\bkeeps (every|its|the) (rule|promise)/,
  },
  hold: {
    write: 'contain, lock, lease, compare with, validate against',
    name: /\b(holds|held|holding)\b/,
    prose:
      /\bheld (to|against|together|as it is)\b|\bhold(s|ing)? (against|no|nothing|something|anything|what|at most|it|them)\b/,
  },
  place: {
    write: 'slot, position, path, location',
    name: /\bplaces?\b/,
    prose: /\bplaces? in (line|the queue)\b|\bat (that|this|which|one|a|its|the same) place\b/,
  },
  way: { write: 'path, edge, route', name: /\bways?\b/ },
  circle: { write: 'cycle', name: /\bcircles?\b/, prose: /\b(in|a|of) circles?\b/ },
  desk: same(/\b(desks?|seats?)\b/, 'page, session'),
  world: { write: 'environment', name: /\bworld\b/, prose: /\b(the|a|its) world\b(?!-)/ },
  'stand-in': same(/\bstand[- ]?ins?\b/, 'placeholder, fake'),
  leash: same(/\bleash\b/, 'rlimit wrapper'),
  pulse: same(/(?<!animate-)\bpulse\b/, 'health check'),
  wear: same(/\b(wear|wears|wearing|worn)\b/, 'recycling'),
  ahead: { write: 'prewarmed', name: /\bahead\b/, prose: /\b(made|started|begun|booted|kept) ahead\b/ },
  switchboard: same(/\bswitchboards?\b/, 'host calls'),
  spill: same(/\bspill(s|ed|ing)?\b/, 'overflow'),
  home: {
    write: 'affinity',
    name: /\bhome (host|of)\b/,
    prose: /\bhome (host|of a publisher)\b|publisher's home\b/,
  },
  witness: same(/\bwitness(es)?\b/, 'counterexample'),
  lenience: same(/\blenien(ce|cy|t)\b/, 'tolerance'),
  rival: same(/\brivals?\b/, 'conflicting edit'),
  standing: same(/\bstanding\b/, 'score, status'),
  twin: same(/\btwins?\b/, 'JSON view'),
  spot: same(/\bspots?\b/, 'field model'),
  grave: same(/\bgrave\b/, 'severe'),
  spent: {
    write: 'used',
    name: /\bspent\b/,
    prose: /\b(already|been|is|are|was|were) spent\b(?! (creating|on))/,
  },
  rehearse: same(/\brehears/, 'dry-run'),
  somebody: same(/\bsomebody\b/, 'the user, the caller, an admin, a publisher'),
  nobody: same(/\bnobody\b/, 'no one, no user'),
  whoever: same(/\bwhoever\b/, 'the user, the caller'),
  anew: same(/\banew\b/, 'again'),
  meanwhile: same(/\bmeanwhile\b/, 'in the meantime'),
  'by now': same(/\bby now\b/, 'already'),
  amid: same(/\bamid\b/, 'during'),
  'is no …': {
    write: 'is not a valid …, unknown …',
    prose:
      /(?<!\bthere )\bis (no (?!longer\b|more\b|different\b|room\b|other\b)\w|none of\b)|\bare (?<!\bthere are )(no (?!longer\b|more\b)\w|none of\b)/,
  },
}

/** Correct uses of a banned word, each with its reason. At most 30. */
const ALLOWED: { word: string; in?: RegExp; text?: RegExp; because: string }[] = [
  { word: '*', in: /^prisma\/migrations\//, because: 'An applied migration is never edited.' },
  { word: '*', in: /^lib\/language\.test\.ts$/, because: 'It lists the words.' },
  {
    word: 'box',
    text: /viewBox|boxShadow|\bBoxes\b|box-sizing/,
    because: 'SVG and CSS properties, and an icon.',
  },
  {
    word: 'box',
    text: /--hostname \| box|nodev box "\$root"/,
    because: 'The name of the machine and the mount inside a jail.',
  },
  { word: 'box', text: /\bhost-box|box-[ab]\.internal/, because: 'The name of a machine in examples.' },
  {
    word: 'door',
    text: /\bdoor\b/,
    in: /^(lib\/audit\/audit-query\.ts|lib\/testing\/first-release-rows\.ts|prisma\/migrate\.db\.test\.ts)$/,
    because: 'The name of a parameter and of a column in earlier versions.',
  },
  {
    word: 'nobody',
    text: /["`'/“]nobody\b|\bnobody \(uid|\| nobody \|/,
    because: 'The account of the operating system, and an unknown name in tests.',
  },
  { word: 'pulse', text: /\/pulse\b/, because: 'A path of the dispatcher, which deployed workers serve.' },
  { word: 'ahead', text: /\/ahead\b/, because: 'A path of the dispatcher, which deployed workers serve.' },
  {
    word: 'spill',
    text: /x-may-spill/,
    because: 'A header of sandbox hosts, which may run another version.',
  },
  {
    word: 'keep',
    text: /\| kept\b/,
    in: /^(lib\/(json-schema|plan-documents|skillset)|bin\/commands\/contract)\//,
    because: 'A verdict on a contract: its promise is kept.',
  },
  {
    word: 'hold',
    text: /^(held|holds)$/,
    in: /^(components\/run\/run-facts|lib\/sandbox\/sandbox-host(\.test)?)\.tsx?$/,
    because: 'Money is held, and hosts of the previous version send the field `holds`.',
  },
  {
    word: 'keep',
    text: /^keep$/,
    in: /^components\/installs\//,
    because: 'The choice to keep settings, as the user reads it.',
  },
  { word: 'floor', text: /^floor(Divide)?$|\bfloor\(/, because: 'Math.floor.' },
  {
    word: 'circle',
    text: /^(Loader|Play)?Circle(Alert|Check|X)?$/,
    because: 'Icons, and a figure in a test schema.',
  },
  {
    word: 'desk',
    text: /(shop|weather|writing|parcel)[ _-]?desk/i,
    because: 'Published names of the demo market.',
  },
  {
    word: '*',
    in: /^prisma\/(market|seed)/,
    text: /\b([Hh]ouse|door|House\.md|placeOf|places?)\b/,
    because: 'Notes and code of the demo market.',
  },
  { word: 'ground', text: /^ground$|--ground/, because: 'The background colour of a page.' },
  { word: 'spent', in: /money|ledger|wallet|keys|key-limits|paid/, because: 'Money is spent.' },
  { word: 'world', text: /openWorldHint/, because: 'A field of the Model Context Protocol.' },
]

type Hit = { word: string; kind: Kind; file: string; excerpt: string }

const SOURCE = /\.([cm]?[jt]sx?)$/
const DOCUMENT = /\.(md|prisma|sql|py|css|ya?ml)$/
const TEST = /\.test\.tsx?$|^(e2e|lib\/testing|sandboxd\/hostile)\//
const SKIPPED = new Set(['node_modules', 'generated', 'dist', 'test-results'])

function listFiles(folder = ''): string[] {
  return fs.readdirSync(path.join(PROJECT_ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(file) : [file]
  })
}

const splitName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim()

type Texts = { names: Set<string>; comments: string[]; texts: string[]; document: string }

function readTexts(file: string): Texts {
  const found: Texts = { names: new Set(), comments: [], texts: [], document: '' }
  const source = fs.readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
  if (!SOURCE.test(file)) return { ...found, document: source }
  const { program, comments } = parseSync(file, source)
  found.comments = comments.map(({ value }) => value)
  collect(program.body, found)
  // In tests, a text of one or two words is data rather than language.
  if (TEST.test(file)) found.texts = found.texts.filter((text) => text.trim().split(/\s+/).length > 2)
  return found
}

function collect(node: unknown, found: Texts): void {
  if (Array.isArray(node)) for (const each of node) collect(each, found)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, name, value } = node as { type?: string; name?: unknown; value?: unknown }
  if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string') found.names.add(name)
  else if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') found.texts.push(value)
  else if (type === 'TemplateElement') found.texts.push((value as { cooked: string | null }).cooked ?? '')
  else for (const child of Object.values(node)) if (typeof child === 'object') collect(child, found)
}

const isAllowed = ({ word, file, excerpt }: Hit) =>
  ALLOWED.some(
    (row) =>
      (row.word === '*' || row.word === word) &&
      (row.in?.test(file) ?? true) &&
      (row.text?.test(excerpt) ?? true),
  )

function findHits(): Hit[] {
  const files = listFiles().filter((file) => SOURCE.test(file) || DOCUMENT.test(file))
  const hits: Hit[] = []
  const rules = Object.entries(BANNED).map(([word, { name, prose }]) => ({
    word,
    name,
    prose: prose && new RegExp(prose.source, 'gi'),
  }))
  for (const file of files) {
    const { names, comments, texts, document } = readTexts(file)
    const splitNames = [...names].map((name) => [name, splitName(name)] as const)
    // The separator is a character that no pattern matches across.
    const proses = { comment: comments.join(' | '), text: texts.join(' | '), document }
    for (const { word, name, prose } of rules) {
      if (name?.test(splitName(file))) hits.push({ word, kind: 'path', file, excerpt: file })
      for (const [each, split] of splitNames)
        if (name?.test(split)) hits.push({ word, kind: 'name', file, excerpt: each })
      if (!prose) continue
      for (const [kind, text] of Object.entries(proses) as [Kind, string][])
        for (const { index, 0: match } of text.matchAll(prose)) {
          const excerpt = text.slice(Math.max(0, index - 40), index + match.length + 40).replace(/\s+/g, ' ')
          hits.push({ word, kind, file, excerpt })
        }
    }
  }
  return hits.filter((hit) => !isAllowed(hit))
}

describe('the language of names, comments and texts', () => {
  it('uses no word of the former jargon', () => {
    const groups = Map.groupBy(findHits(), ({ word, kind }) => `${word}/${kind}`)
    const found = [...groups.values()].map((hits) => {
      const [{ word, kind }] = hits as [Hit]
      const list = hits.map(({ file, excerpt }) => `    ${file}: ${excerpt}`).join('\n')
      return `${word} (${kind}): ${hits.length}. Write: ${BANNED[word]?.write}\n${list}`
    })
    expect(found.join('\n')).toBe('')
  })

  it('has few exceptions, each with a reason', () => {
    expect(ALLOWED.length).toBeLessThanOrEqual(30)
    expect(ALLOWED.filter(({ because }) => because === '')).toEqual([])
  })
})
