// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import {
  BULLETS,
  issuesOfLastStep,
  PLAN_CATALOG,
  READ,
  SLUGS,
  type Step,
  slugStep,
} from '../../../testing/setup/plans/plan-catalog.ts'
import { checkPlan } from '../checks/check-plan.ts'

describe('one reference', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['text for text',           [READ, slugStep('$steps.read.content')], []],
    ['a number for text',       [READ, slugStep('$steps.bullets.count'), BULLETS].toReversed(), []],
    ['a number into text',      [BULLETS, slugStep('$steps.bullets.count')], ['note args/title: $steps.bullets.count is a number, but “title” must be text, so it will be converted']],
    ['a list for text',         [BULLETS, slugStep('$steps.bullets.items')], ['error args/title: $steps.bullets.items is a list, but “title” must be text']],
    ['an object for text',      [BULLETS, slugStep('$steps.bullets')], ['error args/title: $steps.bullets is an object, but “title” must be text']],
    ['text for a number',       [READ, slugStep('x', { args: { title: 'x', maxLength: '$steps.read.content' } })], ['warning args/maxLength: $steps.read.content is text, but “maxLength” must be a number: not every value can be converted, for example ""']],
    ['0 or more for 1 or more', [BULLETS, slugStep('x', { args: { title: 'x', maxLength: '$steps.bullets.count' } })], ['warning args/maxLength: $steps.bullets.count may be 0, but “maxLength” must be 1 or more']],
    ['text for text that is not empty', [READ, { tool: 'a.b.csv', args: { csv: '$steps.read.content' } }], ['note args/csv: $steps.read.content may be "", but “csv” must not be empty']],
    ['text for text that is not empty and has a pattern', [READ, { tool: 'a.b.csv', args: { code: '$steps.read.content' } }], ['warning args/code: $steps.read.content may be "", but “code” must not be empty']],
    ['a missing value',       [READ, slugStep('$steps.read.contents')], ['error args/title: $steps.read.contents does not exist: there is no “contents”, only path, content, etag and mtimeMs']],
    ['too deep',                [READ, slugStep('$steps.read.content.text')], ['error args/title: $steps.read.content.text does not exist: there is no “text” in text']],
    ['an optional value where it is required',     [READ, slugStep('$steps.read.etag')], ['warning args/title: $steps.read.etag may be missing, but it is required here']],
    ['an optional value where it is not required', [READ, { tool: 'vault.createFile', args: { path: 'b.md', content: '', expectedEtag: '$steps.read.etag' } }], []],
    ['the first of a list',     [BULLETS, slugStep('$steps.bullets.items[0].text')], ['warning args/title: $steps.bullets.items[0].text may be missing, but it is required here']],
    ['the first of at least one', [{ id: 'top', tool: 'a.b.top' }, slugStep('$steps.top.paths[0]')], []],
    ['beyond a short list',     [{ id: 'top', tool: 'a.b.top' }, slugStep('$steps.top.paths[5]')], ['error args/title: $steps.top.paths[5] does not exist: there is no “[5]” in a list']],
    ['one of two branches',     [{ id: 'e', tool: 'a.b.either', args: { kind: 'text', text: 'x' } }, slugStep('$steps.e.hit')], ['warning args/title: $steps.e.hit may be missing, but it is required here']],
    ['an undeclared value',    [{ id: 'any', tool: 'a.b.any' }, slugStep('$steps.any.name')], ['warning args/title: $steps.any.name is not declared by any output: it may have any value or be missing', 'warning args/title: $steps.any.name may be {}, but “title” must be text']],
    ['one text for a list',     [READ, { tool: 'a.b.join', args: { lines: '$steps.read.path' } }], ['note args/lines: $steps.read.path is text, but “lines” must be a list, so it will be converted']],
    ['a list of objects for one of texts', [{ id: 'l', tool: 'a.b.any' }, SLUGS, { tool: 'a.b.join', args: { lines: '$steps.slugs' } }], ['error args/lines: $steps.slugs can be [{"slug":"a"}], but “lines” does not accept it: 0 must be text']],
    ['a captured output',       [{ ...READ, captureAs: 'note' }, slugStep('$vars.note.content')], []],
    ['of a step that needs one that may be skipped', [{ ...READ, onError: 'skip' }, { id: 'b', tool: 'util.bullets', args: { text: '$steps.read.content' } }, slugStep('no. ${$steps.b.count}')], ['warning args/title: $steps.b.count may be missing, but it is required here']],
    ['of a step that may be skipped', [{ ...READ, onError: 'skip' }, slugStep('$steps.read.content')], ['warning args/title: $steps.read.content may be missing, but it is required here']],
  ])('the types of one reference are checked: %s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })
})

describe('within a text', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['text and numbers', [BULLETS, READ, slugStep('${$steps.bullets.count} in ${$steps.read.path}')], []],
    ['a list',           [BULLETS, slugStep('all: ${$steps.bullets.items}')], ['error args/title: $steps.bullets.items is a list, which cannot be inserted into text']],
    ['an optional value', [READ, slugStep('tag ${$steps.read.etag}')], ['warning args/title: $steps.read.etag may be missing, but it is required here']],
    ['where a number is asked for', [BULLETS, slugStep('x', { args: { title: 'x', maxLength: 'no. ${$steps.bullets.count}' } })], ['error args/maxLength: the result is text, but “maxLength” must be a number']],
    ['where one of a few words is asked for', [READ, { tool: 'vault.createFile', args: { path: 'a', content: '', mode: 'create ${$steps.read.path}' } }], ['error args/mode: the result can be "create ", but “mode” must be one of "create", "replace"']],
  ])('the types of references within a text are checked: %s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })
})

describe('a foreach', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['over a list',              [BULLETS, SLUGS], []],
    ['over text',                [READ, { ...SLUGS, foreach: { from: '$steps.read.content', itemName: 'x' }, args: { title: 'x' } }], ['error foreach/from: $steps.read.content is text, but “foreach” must be a list']],
    ['over words',               [{ ...SLUGS, foreach: { from: 'words', itemName: 'x' }, args: { title: 'x' } }], ['error foreach/from: foreach needs a list or a reference to one']],
    ['over a list of its own',   [slugStep('$word', { foreach: { from: ['a', 'b'], itemName: 'word' } })], []],
    ['over numbers of its own',  [slugStep('$n', { foreach: { from: [1, 2], itemName: 'n' } })], ['note args/title: $n is a number, but “title” must be text, so it will be converted']],
    ['with a field items have not', [BULLETS, { ...SLUGS, args: { title: '$bullet.title' } }], ['error args/title: $bullet.title does not exist: there is no “title”, only text and depth']],
    ['with its place',           [BULLETS, slugStep('no. ${$n}: ${$bullet.text}', { foreach: { from: '$steps.bullets.items', itemName: 'bullet', indexName: 'n' } })], []],
    ['with what another made of the same list', [BULLETS, SLUGS, slugStep('$steps.slugs[$index].slug', { foreach: { from: '$steps.bullets.items', itemName: 'x' } })], []],
    ['over what another made',   [BULLETS, SLUGS, slugStep('$made.slug', { foreach: { from: '$steps.slugs', itemName: 'made' } })], []],
    ['with what another made of another list', [BULLETS, SLUGS, slugStep('$steps.slugs[$index].slug', { foreach: { from: ['a'], itemName: 'x' } })], ['warning args/title: $steps.slugs[$index].slug may be missing, but it is required here']],
    ['over what may have holes', [BULLETS, { ...SLUGS, onError: 'skip' }, slugStep('$made.slug', { foreach: { from: '$steps.slugs', itemName: 'made' } })], ['warning args/title: $made.slug may be missing, but it is required here']],
    ['over too much',            [slugStep('x', { foreach: { from: Array.from({ length: 1_001 }, () => 0), itemName: 'x' } })], ['error foreach/from: foreach can process at most 1,000 items']],
  ])('the types of a foreach are checked: %s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })
})

describe('literal arguments', () => {
  // biome-ignore format: table
  test.each<[string, Step[], string[]]>([
    ['a missing argument',   [{ tool: 'vault.createFile', args: { path: 'a.md' } }], ['error args/content: is required']],
    ['an unknown argument',  [slugStep('x', { args: { title: 'x', length: 3 } })], ['error args/length: is not a known field']],
    ['an unknown argument with a reference', [READ, slugStep('x', { args: { title: 'x', length: '$steps.read.path' } })], ['error args/length: is not a known field']],
    ['a wrong kind',         [slugStep(['x'])], ['error args/title: must be text']],
    ['a number for text',    [slugStep(5)], ['note args/title: 5 becomes "5"']],
    ['a dollar sign',        [slugStep('$$5')], []],
    ['no choice of the list', [{ tool: 'vault.createFile', args: { path: 'a', content: '', mode: 'x' } }], ['error args/mode: must be one of "create", "replace"']],
    ['the id of a request',  [slugStep('x', { args: { title: 'x', requestId: '1' } })], ['error args/requestId: requestId is set by the executor']],
    ['a branch by its kind', [READ, { tool: 'a.b.either', args: { kind: 'file', path: '$steps.read.path' } }], []],
    ['a kind without what it needs', [READ, { tool: 'a.b.either', args: { kind: 'text', path: '$steps.read.path' } }], ['error args/text: is required (when kind is "text")']],
  ])('the types of literal arguments are checked: %s', (_, steps, expected) => {
    expect(issuesOfLastStep(steps)).toEqual(expected)
  })

  // biome-ignore format: table
  test.each<[string, string[]]>([
    ['a/b.md', []],
    ['../b.md', ['error args/path: the path must not contain “..”']],
    ['/b.md', ['error args/path: the path must not start with “/”: paths are relative to the vault']],
    ['x/../${$steps.read.path}', ['error args/path: the path must not contain “..”']],
    ['x/${$steps.read.path}.md', ['note args/path: the path is only known at run time and is checked then']],
  ])('a literal path in a plan is checked: %s', (path, expected) => {
    expect(issuesOfLastStep([READ, { tool: 'vault.readFile', args: { path } }])).toEqual(expected)
  })
})

test('arguments that may conflict with a kind known only at run time are a warning', () => {
  const either: Step = {
    tool: 'a.b.either',
    args: { kind: '$item', path: 'a.md' },
    foreach: { from: ['file', 'text'], itemName: 'x' },
  }
  expect(issuesOfLastStep([either])).toEqual([
    'warning args/text: the referenced value may conflict with the other arguments: is required (when kind is "text")',
  ])
})

test('a plan of 200 steps is checked without noticeable delay', () => {
  const steps = Array.from({ length: 200 }, (_, index) =>
    index === 0
      ? READ
      : {
          id: `s${index}`,
          tool: 'vault.createFile',
          args: {
            path: `n${index}.md`,
            content: `${index} \${$steps.${index === 1 ? 'read' : `s${index - 1}`}.path}`,
          },
        },
  )
  const began = process.cpuUsage()
  const checked = checkPlan({ version: '1', goal: 'Try', riskLevel: 'read-only', steps }, PLAN_CATALOG)
  expect(checked.order.waves).toHaveLength(200)
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(4_000)
})
