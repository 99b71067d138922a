import type { JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { isBlobId } from '../blobs/blob-view.tsx'
import { readMedia } from '../blobs/media-kinds.ts'
import { cn } from '../ui/cn.ts'
import { type DescribedField, describedFields, type ShownValue, type ShowValue } from './described-fields.ts'
import { describeForPeople, findCurrency } from './number-kinds.ts'

type FieldListProps = {
  value: JsonObject
  schema?: JsonSchema
  root?: JsonSchema
  skip?: string[]
  depth: number
  currency?: string
  show: ShowValue
  place?: ShownValue['place']
}

export function FieldList(props: FieldListProps) {
  const { value, schema, root, skip = [], depth, show, place } = props
  const fields = describedFields(value, schema, root).filter(({ key }) => !skip.includes(key))
  const hasOthers = fields.some((field) => !field.isTechnical && field.value !== undefined)
  const isFolded = (field: DescribedField) => hasOthers && field.isTechnical === true
  const present = fields.filter((field) => field.value !== undefined && !isFolded(field))
  const technical = fields.filter((field) => field.value !== undefined && isFolded(field))
  const absent = fields.filter((field) => field.value === undefined && !isFolded(field))
  const facts = present.filter((field) => !isWide(field))
  const shared = { root, depth, show, place, currency: findCurrency(value) ?? props.currency }
  if (fields.length === 0) return null
  return (
    <div className="grid min-w-0 gap-5">
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-px overflow-hidden rounded-md border border-border bg-border">
          {facts.map((field) => (
            <Fact key={field.key} field={field} inPairs={facts.length === 4} {...shared} />
          ))}
        </dl>
      )}
      {present.filter(isWide).map((field) => (
        <Block key={field.key} field={field} {...shared} />
      ))}
      {technical.length > 0 && place !== 'cell' && (
        <details>
          <summary className="w-fit cursor-pointer text-muted-foreground text-sm">For programs</summary>
          <div className="mt-3 grid min-w-0 gap-4">
            {technical.map((field) => (
              <Block key={field.key} field={field} {...shared} />
            ))}
          </div>
        </details>
      )}
      {absent.length > 0 && place !== 'cell' && (
        <p className="text-muted-foreground text-sm">
          Not returned: {absent.map(({ title }) => title).join(', ')}.
        </p>
      )}
    </div>
  )
}

type FieldProps = {
  field: DescribedField
  root?: JsonSchema
  depth: number
  currency?: string
  show: ShowValue
  place?: ShownValue['place']
}

function Fact({ field, inPairs, show, ...above }: FieldProps & { inPairs: boolean }) {
  const { key, title, schema, value } = field
  const description = describeForPeople(field.description, value, { field: key, name: title, schema })
  const isNumber = typeof value === 'number'
  return (
    <div
      className={cn(
        // As wide as its longest word, within the list.
        'max-w-full flex-1 basis-40 space-y-0.5 bg-card px-4 py-3 [overflow-wrap:break-word]',
        inPairs && 'basis-[40%]',
      )}
    >
      <dt className="text-muted-foreground text-xs">{title}</dt>
      <dd className={isNumber ? 'font-semibold text-xl tracking-tight' : 'font-medium text-sm'}>
        {value !== undefined &&
          show({ ...above, value, schema, field: key, name: title, depth: above.depth + 1 })}
      </dd>
      {description && <dd className="text-pretty text-muted-foreground text-xs">{description}</dd>}
    </div>
  )
}

function Block({ field, show, ...above }: FieldProps) {
  const { key, title, description, schema, value } = field
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="font-medium text-sm">{title}</p>
      {description && <p className="text-pretty text-muted-foreground text-xs">{description}</p>}
      <div className="min-w-0 text-sm">
        {value !== undefined &&
          show({ ...above, value, schema, field: key, name: title, depth: above.depth + 1 })}
      </div>
    </div>
  )
}

function isWide({ value, schema }: DescribedField): boolean {
  if (typeof value === 'string')
    return (
      value.length > 60 || value.includes('\n') || isBlobId(value) || readMedia(value, schema) !== undefined
    )
  return typeof value === 'object' && value !== null
}
