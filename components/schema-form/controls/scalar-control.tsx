'use client'

/** A single value: which control is for it. */
import type { DrawnField } from '../drawn-field.ts'
import type { DrawnKind } from '../drawn-kind.ts'
import { isBlob, isFile } from '../facts.ts'
import { BlobControl } from './blob-control.tsx'
import { CheckControl } from './check-control.tsx'
import { canShowInstant, DateTimeControl } from './date-time-control.tsx'
import { FileControl } from './file-control.tsx'
import { NumberControl } from './number-control.tsx'
import { SelectControl } from './select-control.tsx'
import { TextControl } from './text-control.tsx'

export function ScalarControl({ kind, ...field }: DrawnField & { kind: DrawnKind }) {
  const { facts, json } = field
  if (kind === 'options') return <SelectControl {...field} />
  if (kind === 'boolean') return <CheckControl {...field} />
  if (kind === 'number' || kind === 'integer')
    return <NumberControl {...field} isWhole={kind === 'integer'} />
  if (facts.format === 'date-time' && canShowInstant(json)) return <DateTimeControl {...field} />
  if (isBlob(facts)) return <BlobControl {...field} />
  return isFile(facts) ? <FileControl {...field} /> : <TextControl {...field} />
}
