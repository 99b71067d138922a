import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { findInstalledFrom } from './site.ts'
import { readFaultlessFolder, readSkillSetFolder } from './skillset-folder.ts'

let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-folder-'))
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

const CODE = makeSkillDocument().definition ?? ''

/** A skill whose code and examples are not in the SkillSet file. */
function makeSkill(slug: string, fields = {}) {
  const { definition: _, examples: __, ...skill } = makeSkillDocument({ slug, ...fields })
  return skill
}

function write(name: string, content: string | object): void {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

const writeSkillSet = (...skills: object[]) =>
  write('skillset.json', { ...makeSkillSetDocument(), skills } as object)

describe('a folder with one skill', () => {
  test('a folder with one skill takes its code and its examples from files', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/handler.js', CODE)
    write('examples/second.json', { title: 'Bob', input: { name: 'Bob' } })
    write('examples/first.json', { input: { name: 'Ada' } })

    const { document, faults } = readSkillSetFolder(folder)

    expect(faults).toEqual([])
    expect(document.skills[0]).toMatchObject({
      definition: CODE,
      examples: [
        { title: 'first', input: { name: 'Ada' } },
        { title: 'Bob', input: { name: 'Bob' } },
      ],
    })
  })

  test('a folder with one skill is a Python skill if its code is a file in Python', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/main.py', 'def main(args):\n    return {"message": args["name"]}\n')

    expect(readSkillSetFolder(folder).document.skills[0]).toMatchObject({ runtime: 'python' })
  })

  test('a folder with one skill names the missing file, once', () => {
    writeSkillSet(makeSkill('greet'))
    write('examples/first.json', { input: { name: 'Ada' } })

    const { faults } = readSkillSetFolder(folder)

    expect(faults.filter(({ path: at }) => at.startsWith('/skills/0/definition'))).toMatchObject([
      { message: expect.stringContaining(`is missing. Create ${path.join(folder, 'code/handler.js')}`) },
    ])
  })

  test('a folder with one skill does not decide between code in two places', () => {
    writeSkillSet({ ...makeSkill('greet'), definition: CODE })
    write('code/handler.js', CODE)

    expect(readSkillSetFolder(folder).faults).toMatchObject([
      { path: '/skills/0/definition', message: expect.stringContaining('Remove one of them') },
    ])
  })

  test('a folder with one skill shows a fault of an example in its file', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/handler.js', CODE)
    write('examples/first.json', '{\n  "input": {},\n  "nonsense": 1\n}\n')

    expect(() => readFaultlessFolder(folder)).toThrow(
      expect.objectContaining({
        options: expect.objectContaining({
          issues: [expect.objectContaining({ message: expect.stringContaining('examples/first.json:3:') })],
        }),
      }),
    )
  })

  test('a folder with one skill names an example that is not JSON, with the line', () => {
    writeSkillSet(makeSkill('greet'))
    write('examples/first.json', '{\n  "input": \n}\n')

    expect(() => readSkillSetFolder(folder)).toThrow(/first\.json is not valid JSON\. Line 3/)
  })
})

test('a folder with several skills has files named after each', () => {
  writeSkillSet(makeSkill('greet'), makeSkill('part', { name: 'Part' }))
  for (const slug of ['greet', 'part']) {
    write(`code/${slug}.js`, `// ${slug}\n${CODE}`)
    write(`examples/${slug}/first.json`, { title: slug, input: { name: 'Ada' } })
  }

  const { document } = readSkillSetFolder(folder)

  expect(document.skills.map(({ definition }) => definition?.split('\n')[0])).toEqual(['// greet', '// part'])
  expect(document.skills.map(({ examples }) => examples?.map(({ title }) => title))).toEqual([
    ['greet'],
    ['part'],
  ])
})

describe('the Files of a folder', () => {
  const read = () => readSkillSetFolder(folder)

  test('the Files of a folder are its modules and what is in files, without what systems leave there', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/handler.js', `import { greet } from './code/words.js'\n${CODE}`)
    write('code/words.js', 'export const greet = (name) => name\n')
    write('code/handler.d.ts', 'declare const x: string\n')
    write('code/.DS_Store', 'x')
    write('files/data/cities.csv', 'name\nRome\n')

    const { document, faults } = read()

    expect(faults).toEqual([])
    expect(document.skills[0]?.resources).toEqual([
      { path: 'code/words.js', kind: 'text/javascript', text: 'export const greet = (name) => name\n' },
      { path: 'data/cities.csv', kind: 'text/csv', text: 'name\nRome\n' },
    ])
  })

  test('the Files of a folder have no settings, keys, tests and hidden files, and what is left out is told', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/handler.js', `import { greet } from './code/words.js'\n${CODE}`)
    write('code/words.js', 'export const greet = (name) => name\n')
    const code = ['code/.env', 'code/server.pem', 'code/settings.json', 'code/words.test.js']
    const leftOut = [...code, 'files/.env', 'files/id_rsa', 'files/service-account.json']
    for (const name of [...leftOut, 'files/settings.json', 'files/cities.csv']) write(name, '{}')

    const settingsFile = path.join(folder, 'files/settings.json')
    const { document, notices } = readSkillSetFolder(folder, { settingsFile })

    expect(document.skills[0]?.resources?.map((each) => each.path)).toEqual(['code/words.js', 'cities.csv'])
    expect(notices).toContain(
      `Files that everybody can read once the SkillSet is published: ${path.join('code', 'words.js')}, ${path.join('files', 'cities.csv')}.`,
    )
    expect(notices.find((notice) => notice.startsWith('Left out: '))).toContain(
      [...leftOut, 'files/settings.json'].join(', '),
    )
  })

  test('the Files of a folder have no tests in Python', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/main.py', 'def main(args):\n    return {"message": args["name"]}\n')
    for (const name of ['words', 'test_words', 'words_test', 'conftest', 'tests/all'])
      write(`code/${name}.py`, 'x = 1\n')

    expect(read().document.skills[0]?.resources?.map((each) => each.path)).toEqual(['code/words.py'])
  })

  test('the Files of a folder that are not text are sent in Base64', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/handler.js', CODE)
    fs.mkdirSync(path.join(folder, 'files'))
    fs.writeFileSync(path.join(folder, 'files/dot.bin'), Buffer.from([0, 255]))

    expect(read().document.skills[0]?.resources).toEqual([
      { path: 'dot.bin', kind: 'application/octet-stream', base64: 'AP8=' },
    ])
  })

  test('the Files of a folder with several skills are shared modules, and the files of each', () => {
    writeSkillSet(makeSkill('greet'), makeSkill('part', { name: 'Part' }))
    for (const slug of ['greet', 'part']) write(`code/${slug}.js`, CODE)
    write('code/words.js', 'export const x = 1\n')
    write('files/part/a.txt', 'a')

    const paths = read().document.skills.map(({ resources }) => resources?.map((each) => each.path))

    expect(paths).toEqual([['code/words.js'], ['code/words.js', 'a.txt']])
  })

  test('a fault in a module of a folder is shown in its file', () => {
    writeSkillSet(makeSkill('greet'))
    write('code/handler.js', CODE)
    write('code/words.js', 'export const x = 1\neval("x")\n')

    expect(read().faults).toMatchObject([{ file: path.join(folder, 'code/words.js'), line: 2 }])
  })
})

test('a SkillSet file that has everything is read without a folder', () => {
  const { skills } = makeSkillSetDocument()
  writeSkillSet(...skills)

  expect(readSkillSetFolder(path.join(folder, 'skillset.json')).document.skills).toMatchObject(skills)
})

describe('the site that the package was installed from', () => {
  const install = (resolved: string) => {
    const packages = { 'node_modules/guildhall-cli': { resolved } }
    write('node_modules/.package-lock.json', { packages })
    return findInstalledFrom(path.join(folder, 'node_modules/guildhall-cli'))
  }

  test('the site that the package was installed from is the origin of its address', () => {
    expect(install('https://market.example/cli.tgz')).toBe('https://market.example')
  })

  test.each(['https://registry.example/other.tgz', 'file:cli.tgz', 'nonsense'])(
    'the site that the package was installed from is unknown for a package from %s',
    (resolved) => {
      expect(install(resolved)).toBeUndefined()
    },
  )

  test('the site that the package was installed from is unknown for a checkout', () => {
    expect(findInstalledFrom(folder)).toBeUndefined()
  })
})
