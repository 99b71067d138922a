'use client'

import { type ReactNode, useState } from 'react'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { isLargeToDraw } from '#lib/runs/model/size-limits.ts'
import { BlobPreview, isBlobId } from '../blobs/blob-view.tsx'
import { readMedia } from '../blobs/media-kinds.ts'
import { MediaView } from '../blobs/media-view.tsx'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LazyMarkdown } from '../ui/markdown/lazy-markdown.tsx'
import { Time } from '../ui/time.tsx'
import { resolveSchema, type ShownValue, type ShowValue } from './described-fields.ts'
import { FieldList } from './field-list.tsx'
import { currencyFor, formatNumber, isByteSize, isDateTime, toInstantIfTime, unitOf } from './number-kinds.ts'
import { NumberList } from './number-list.tsx'
import { MIN_POINTS } from './table-columns.ts'
import { ValueTable } from './value-table.tsx'

type ResultViewProps = {
  value: Json
  schema?: JsonSchema
  /** The rendered `message`; otherwise the Markdown parser is loaded for it. */
  message?: ReactNode
  /** Tables of an example have no tools, which are then not loaded. */
  place?: 'example'
}

/** Renders a result by its response schema; a large one in the browser only, to spare the server. */
export function ResultView(props: ResultViewProps) {
  const isBrowser = useIsHydrated()
  if (!isBrowser && isLargeToDraw(props.value, props.schema)) return <ResultLoading />
  return <DrawnResult {...props} />
}

export function ResultLoading() {
  return <p className="min-h-32 text-muted-foreground text-sm">Loading the result…</p>
}

function DrawnResult({ value, schema, message: rendered, place }: ResultViewProps) {
  if (!isObject(value))
    return (
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <ValueView value={value} schema={schema} root={schema} name="Result" depth={0} place={place} />
      </div>
    )
  const { message, ...rest } = value
  const hasMessage = typeof message === 'string'
  const fields = hasMessage ? rest : value
  return (
    <div className="grid min-w-0 gap-5 [overflow-wrap:anywhere]">
      {hasMessage && (rendered ?? <LazyMarkdown text={message} className="text-base" />)}
      <FieldList
        value={fields}
        schema={schema}
        root={schema}
        skip={hasMessage ? ['message'] : []}
        depth={0}
        place={place}
        show={showValue}
      />
    </div>
  )
}

// Deeper values are shown as JSON.
const MAX_DEPTH = 4

const showValue: ShowValue = (shown) => <ValueView {...shown} />

function ValueView(shown: ShownValue) {
  const { value, schema, root, name, depth, currency, place } = shown
  if (value === null) return <span className="text-muted-foreground italic">null</span>
  if (typeof value === 'boolean') return <span>{value ? 'Yes' : 'No'}</span>
  if (typeof value === 'number') return <NumberValue {...shown} value={value} />
  if (typeof value === 'string' && isDateTime(value, schema)) return <Instant at={value} />
  if (typeof value === 'string') return <TextValue text={value} name={name} schema={schema} />
  if (depth > MAX_DEPTH) return <FoldedJson value={value} />
  if (Array.isArray(value)) return <ListValue {...shown} value={value} />
  if (Object.keys(value).length === 0) return <span className="text-muted-foreground italic">empty</span>
  return (
    <div className="rounded-md border border-border p-3">
      <FieldList
        value={value}
        schema={schema}
        root={root}
        depth={depth}
        currency={currency}
        place={place}
        show={showValue}
      />
    </div>
  )
}

function NumberValue({ value, currency, ...described }: ShownValue & { value: number }) {
  const locale = useReaderLocale()
  const at = toInstantIfTime(value, described)
  if (at !== undefined) return <Instant at={at} />
  if (isByteSize(value, described))
    return (
      <span className="tabular-nums" title={plural(value, 'byte')}>
        {formatBytes(value)}
      </span>
    )
  // A column has its unit in its head.
  const unit = described.place === 'cell' ? undefined : unitOf(described.schema)
  return (
    <span className="tabular-nums">
      {formatNumber(value, { locale, currency: currencyFor(described, currency) })}
      {unit !== undefined && ` ${unit}`}
    </span>
  )
}

function Instant({ at }: { at: number | string }) {
  return <Time at={at} style="instant" className="whitespace-nowrap" />
}

function FoldedJson({ value }: { value: Json & object }) {
  const count = Object.keys(value).length
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer text-muted-foreground text-xs">
        {Array.isArray(value) ? plural(count, 'item') : plural(count, 'field')}
      </summary>
      <pre className="max-h-64 overflow-auto whitespace-pre-wrap rounded bg-muted p-2 font-mono text-xs [overflow-wrap:anywhere]">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  )
}

function ListValue({ value, schema, root, name, depth, currency, place }: ShownValue & { value: Json[] }) {
  if (value.length === 0) return <span className="text-muted-foreground italic">none</span>
  const items = resolveSchema(schema?.items, root)
  if (value.every(isObject))
    return <ValueTable rows={value} {...{ items, root, name, currency, place }} show={showValue} />
  if (value.length >= MIN_POINTS && value.every((item) => typeof item === 'number'))
    return <NumberList numbers={value} name={name} place={place} />
  return (
    <ul className="list-disc pl-5">
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes
        <li key={index}>
          <ValueView
            value={item}
            schema={items}
            root={root}
            name={`${name} ${index + 1}`}
            depth={depth + 1}
            currency={currency}
            place={place}
          />
        </li>
      ))}
    </ul>
  )
}

const LONG_CHARS = 600

type TextValueProps = { text: string; name: string; schema?: JsonSchema }

/** Shows links, media and Markdown as such, and collapses other long text. */
function TextValue({ text, name, schema }: TextValueProps) {
  if (text === '') return <span className="text-muted-foreground italic">empty</span>
  if (isBlobId(text)) return <BlobPreview id={text} />
  const media = readMedia(text, schema)
  if (media?.kind === 'markdown') return <LazyMarkdown text={text} />
  if (media) return <MediaView kind={media.kind} url={media.url} name={name} />
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) {
    return (
      <a href={text} rel="noopener noreferrer nofollow" className="underline underline-offset-4">
        {text}
      </a>
    )
  }
  return text.includes('\n') || text.length > LONG_CHARS ? (
    <LongText text={text} name={name} />
  ) : (
    <Short text={text} />
  )
}

function Short({ text }: { text: string }) {
  return <span className="whitespace-pre-wrap">{text}</span>
}

function LongText({ text, name }: { text: string; name: string }) {
  const [open, setOpen] = useState(false)
  const isLong = text.length > LONG_CHARS
  return (
    <div className="relative rounded-md bg-muted p-3 pr-12">
      <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
        {isLong && !open ? `${text.slice(0, LONG_CHARS)}…` : text}
      </pre>
      <CopyButton text={text} label={`Copy ${name}`} className="absolute top-2 right-2" />
      {isLong && (
        <Button variant="link" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${plural(text.length, 'character')}`}
        </Button>
      )}
    </div>
  )
}
