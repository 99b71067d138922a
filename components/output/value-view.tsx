import { isObject, type Json } from '#lib/contract/json/json.ts'
import { Time } from '../ui/time.tsx'
import { follow } from './described-fields.ts'
import { FieldList } from './field-list.tsx'
import type { ShownValue, ShowValue } from './show-value.ts'
import { TextValue } from './text-value.tsx'
import { ValueTable } from './value-table.tsx'

// Deeper than this nobody reads fields; JSON says it better.
const MAX_DEPTH = 4

export const showValue: ShowValue = (shown) => <ValueView {...shown} />

/** Any value, drawn by what it is. */
export function ValueView({ value, schema, root, name, depth }: ShownValue) {
  if (value === null) return <span className="text-muted-foreground italic">null</span>
  if (typeof value === 'boolean') return <span>{value ? 'Yes' : 'No'}</span>
  if (isInstant(name, value)) return <Time at={value} style="instant" className="whitespace-nowrap" />
  if (typeof value === 'number') return <span className="tabular-nums">{String(value)}</span>
  if (typeof value === 'string') return <TextValue text={value} name={name} />
  if (depth > MAX_DEPTH)
    return <code className="text-xs [overflow-wrap:anywhere]">{JSON.stringify(value)}</code>
  if (Array.isArray(value)) return <ListValue {...{ value, schema, root, name, depth }} />
  if (Object.keys(value).length === 0) return <span className="text-muted-foreground italic">empty</span>
  return (
    <div className="rounded-md border border-border p-3">
      <FieldList value={value} schema={schema} root={root} depth={depth} show={showValue} />
    </div>
  )
}

/** Milliseconds since 1970 that say so ("mtimeMs"), from 2001 on: no duration is that long. */
function isInstant(name: string, value: Json): value is number {
  return typeof value === 'number' && /(^| )ms$/i.test(name) && value >= 1e12 && value < 1e13
}

function ListValue({ value, schema, root, name, depth }: ShownValue & { value: Json[] }) {
  if (value.length === 0) return <span className="text-muted-foreground italic">none</span>
  const items = follow(schema?.items, root)
  if (value.every(isObject))
    return <ValueTable rows={value} items={items} root={root} name={name} show={showValue} />
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
          />
        </li>
      ))}
    </ul>
  )
}
