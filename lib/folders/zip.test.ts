import { deflateSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { FOLDER_LIMITS } from '../contract/market/folder-limits.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../testing/factories.ts'
import { inflateWithin } from './inflate-within.ts'
import { readFolder } from './read-folder.ts'
import { readZip } from './read-zip.ts'
import { skillFiles } from './skill-files.ts'
import { writeZip } from './write-zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const reason = (zip: Uint8Array, limits = FOLDER_LIMITS) =>
  (readZip(zip, limits).issues ?? []).map(({ message }) => message).join()

/** The archive with each place of `from` changed to `to`, of the same length. */
function altered(zip: Uint8Array, from: number[], to: number[]): Uint8Array {
  const copy = Uint8Array.from(zip)
  for (let at = 0; at + from.length <= copy.length; at += 1) {
    if (from.every((byte, index) => copy[at + index] === byte)) copy.set(to, at)
  }
  return copy
}

test('an exported skill comes back out of its archive, and the same files make the same archive', () => {
  const skill = makeSkillDocument()
  const files = skillFiles({ name: 'a.b.greet', document: makeSkillSetDocument({ skills: [skill] }), skill })

  const read = readZip(writeZip('greet', files))

  expect(read.files?.map(({ path }) => path)).toEqual(files.map(({ path }) => `greet/${path}`))
  expect(readFolder(read.files ?? [])).toMatchObject({ skill: { slug: 'greet' } })
  expect(writeZip('greet', files)).toEqual(writeZip('greet', files))
})

test('of a bomb no more is unpacked than shows what it is', () => {
  const bomb = deflateSync(new Uint8Array(16 * 1024 * 1024))

  const { bytes: none, seenBytes } = inflateWithin(bomb, 1000)

  expect(none).toBeUndefined()
  expect(seenBytes).toBeLessThan(4 * 1024 * 1024)
})

describe('refused, by name', () => {
  test.each(['../x', '/etc/passwd', 'a/../../x', 'C:/x', 'a\\b', 'a\nb'])(
    '%j, which leads outside',
    (path) => {
      expect(reason(zipSync({ [path]: bytes('x') }))).toContain('must not')
    },
  )

  test('a link', () => {
    const zip = zipSync({ 'SKILL.md': [bytes('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] })

    expect(reason(zip)).toBe('SKILL.md is a link; only files are taken.')
  })

  test('a device', () => {
    expect(reason(zipSync({ x: [bytes(''), { os: 3, attrs: 0o020666 << 16 }] }))).toContain('is a link')
  })

  test('a file that becomes more than the archive may', () => {
    expect(reason(zipSync({ bomb: new Uint8Array(20 * 1024 * 1024) }))).toBe(
      'The archive unpacks to more than 16 MB.',
    )
  })

  test('a file that becomes more than the archive says, before it has', () => {
    const size = 12 * 1024 * 1024
    const said = (length: number) => [length & 255, (length >> 8) & 255, (length >> 16) & 255, length >> 24]
    const zip = altered(zipSync({ bomb: new Uint8Array(size) }), said(size), said(10))

    expect(reason(zip)).toBe('bomb is damaged: it is not as large as the archive says.')
  })

  test('absurdly many files', () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}`, bytes('')]))

    expect(reason(zipSync(many))).toBe('The archive holds 501 files; at most 500 are read.')
  })

  test('an archive that is too large itself', () => {
    expect(reason(new Uint8Array(11), { ...FOLDER_LIMITS, archiveBytes: 10 })).toContain('is larger than')
  })

  test('files that share their bytes', () => {
    const zip = zipSync({ a: bytes('same'), b: bytes('same') }, { level: 0 })
    // The second file's place in the list becomes the first one's: 0.
    const view = new DataView(zip.buffer)
    const list = view.getUint32(zip.length - 6, true)
    view.setUint32(list + 46 + 1 + 42, 0, true)

    expect(reason(zip)).toBe('The archive holds files that share their bytes.')
  })

  test('the same name twice', () => {
    const zip = altered(zipSync({ abc: bytes('1'), abd: bytes('2') }), [...bytes('abd')], [...bytes('abc')])

    expect(reason(zip)).toBe('abc is in the archive twice.')
  })

  test('an encrypted file', () => {
    const zip = zipSync({ a: bytes('x') })
    const view = new DataView(zip.buffer)
    const list = view.getUint32(zip.length - 6, true)
    view.setUint16(list + 8, 1, true)

    expect(reason(zip)).toBe('a is encrypted.')
  })

  test.each([
    ['nothing', new Uint8Array(0)],
    ['no archive', bytes('this is no archive, however long it may become')],
    ['half an archive', zipSync({ a: bytes('x'.repeat(100)) }).slice(0, 60)],
    ['an end without a beginning', zipSync({ a: bytes('x') }).slice(-22)],
  ])('%s', (_, zip) => {
    expect(reason(zip)).toContain('is no zip archive')
  })

  test('bytes of no sense never throw', () => {
    const whole = zipSync({ 'SKILL.md': bytes('---\nname: a\n---\n'.repeat(20)) })
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Uint8Array.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      const { files, issues } = readZip(broken)
      expect(files !== undefined || (issues ?? []).length > 0).toBe(true)
    }
  })
})
