import type { Json } from '../../json/json.ts'
import { ASSERTED_FORMATS, type AssertedFormat } from '../evaluate/formats.ts'

export function hasAssertedFormat(format: Json | undefined): format is AssertedFormat {
  return ASSERTED_FORMATS.some((each) => each === format)
}

// biome-ignore format: a table reads in rows
export const FORMAT_EXAMPLES: Record<AssertedFormat, readonly string[]> = {
  'date-time': ['2026-01-31T12:00:00Z'], date: ['2026-01-31'], time: ['12:00:00Z'], duration: ['P1D', 'PT1H'],
  email: ['a@example.com', 'a@b.co'], uri: ['https://example.com', 'urn:a', 'https://example.com/a'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000'], ipv4: ['192.0.2.1'], ipv6: ['::1', '2001:db8::1'],
  hostname: ['example.com', 'a'], regex: ['a', '^a$', ''], 'json-pointer': ['', '/a'],
}

/** Patterns that every text of the format matches. */
export const FORMAT_SHAPES: Partial<Record<AssertedFormat, string>> = {
  'date-time': '^\\d{4}-\\d\\d-\\d\\d[tT ]\\d\\d:\\d\\d',
  date: '^\\d{4}-\\d\\d-\\d\\d$',
  time: '^\\d\\d:\\d\\d',
  duration: '^P',
  email: '@',
  uri: '^[A-Za-z].*:',
  uuid: '^(?:[uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  ipv4: '^[0-9.]{7,15}$',
  ipv6: ':',
}
