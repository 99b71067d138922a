import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { Markdown } from '../ui/markdown.tsx'
import { FieldList } from './field-list.tsx'
import { showValue, ValueView } from './value-view.tsx'

/** A result as its contract describes it: the message first, then every promised field. */
export function ResultView({ value, schema }: { value: Json; schema?: JsonSchema }) {
  if (!isObject(value))
    return <ValueView value={value} schema={schema} root={schema} name="Result" depth={0} />
  const { message, ...rest } = value
  const hasMessage = typeof message === 'string'
  const fields = hasMessage ? rest : value
  return (
    <div className="grid min-w-0 gap-5">
      {hasMessage && <Markdown text={message} className="text-base" />}
      <FieldList
        value={fields}
        schema={schema}
        root={schema}
        skip={hasMessage ? ['message'] : []}
        depth={0}
        show={showValue}
      />
    </div>
  )
}
