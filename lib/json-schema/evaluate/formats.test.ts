// Cases of the official suite are in `../parse/conformance.test.ts`; these are the rules behind them.
import punycode from 'punycode.js'
import { describe, expect, test } from 'vitest'
import { leastCases, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { type AssertedFormat, hasFormat } from './formats.ts'

// biome-ignore format: table
const CASES: Partial<Record<AssertedFormat, { valid: string[]; invalid: string[] }>> = {
  'date-time': {
    valid: ['2020-01-01T00:00:00.123456789012345Z', '2020-01-01T23:59:59.999999999999999Z', '1998-12-31T23:59:60Z', '1998-12-31T15:59:60.123-08:00', '1963-06-19t08:30:06z', '2020-01-01 00:00:00+01:00'],
    invalid: ['2020-01-01T00:00:00+01', '2020-01-01T24:00:00Z', '1998-12-31T22:59:60Z', '1998-12-31T23:58:60Z', '1990-12-31T15:59:59-24:00', '1963-06-19T08:30:06+01:00Z', '1963-06-1৪T00:00:00Z', '2020-01-01T00:00Z', '2020-02-30T00:00:00Z'],
  },
  duration: {
    valid: ['P4DT12H30M5S', 'PT0S', 'P1M', 'PT1M', 'P1Y2M3D', 'P2W', 'P1YT1H'],
    invalid: ['P1Y2D', 'PT1H2S', 'P', 'PT', 'P1YT', 'PT1D', 'P2D1Y', 'P1Y2W', 'P২Y', 'PT1.5S'],
  },
  uuid: {
    valid: ['2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    invalid: ['urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2eb8aa08aa9811eab4aa73b441d16380'],
  },
  hostname: {
    valid: ['www.example.com', 'xn--4gbwdl.xn--wgbh1c', '1host', 'a'.repeat(63), 'r3---sn.example', 'xn--zca29lwxobi7a', 'xn--qmbc', 'xn--wva3je', 'xn--4dbc5h', 'xn--k8j5u', 'xn--ll-0ea'],
    invalid: ['example.', '.', '', '-a', 'a-', 'a_b', 'a'.repeat(64), 'example．com', 'xn--X', 'XN--aa---o47jg78q', 'xn--hello-txk', 'xn--hello-zed', 'xn--chb89f', 'xn--07jceefgh4c', 'xn--al-0ea', 'xn--S-jib3p', 'xn--wva3j', 'xn--A-2hc5h', 'xn--5db1e', 'xn--defabc-k64e', 'xn--vek'],
  },
}

describe.each(Object.entries(CASES))('the format %s', (format, { valid, invalid }) => {
  test.each(valid)(`${format} accepts “%s”`, (text) => {
    expect(hasFormat(format as AssertedFormat, text)).toBe(true)
  })
  test.each(invalid)(`${format} refuses “%s”`, (text) => {
    expect(hasFormat(format as AssertedFormat, text)).toBe(false)
  })
})

type Row = { file: string; data: unknown; valid: boolean; test: string }

const rows = readCorpus<Row>('json-schema-test-suite')

describe('internationalised host names of the official suite', withCorpus(rows), () => {
  test('international host names get the same verdict when they are written in Punycode', () => {
    const names = (rows ?? []).filter(
      (row): row is Row & { data: string } =>
        row.file === 'optional/format/idn-hostname.json' &&
        typeof row.data === 'string' &&
        /[^\0-\x7f]/.test(row.data),
    )
    const wrong = names.filter(({ data, valid }) => hasFormat('hostname', inPunycode(data)) !== valid)

    expect(names.length).toBeGreaterThanOrEqual(leastCases(30))
    expect(wrong.map((row) => row.test)).toEqual([])
  })
})

/** Writes each label as it is, without the mapping of capital letters and compatible characters. */
function inPunycode(name: string): string {
  return name
    .split(/[.。．｡]/)
    .map((label) => punycode.toASCII(label))
    .join('.')
}
