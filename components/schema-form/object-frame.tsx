'use client'

import { canExpand, type ObjectFieldTemplateProps } from '@rjsf/utils'
import { cn } from '../ui/cn.ts'
import { AddButton, Group, isGroup } from './field-group.tsx'

/** The fields of an object; those of the whole form need no frame. */
export function ObjectFrame(props: ObjectFieldTemplateProps) {
  const { schema, properties, optionalDataControl, disabled, readonly, formData, uiSchema, onAddProperty } =
    props
  const last = props.fieldPathId.path.at(-1)
  const isBareChoice = Boolean(schema.oneOf ?? schema.anyOf) && properties.length === 0
  if (isBareChoice) return null
  const fields = (
    <>
      {properties.map(({ name, content, hidden }) => (
        <div
          key={name}
          className={cn('min-w-0', hidden && 'hidden', isGroup(schema.properties?.[name]) && 'col-span-full')}
        >
          {content}
        </div>
      ))}
      {canExpand(schema, uiSchema, formData) && (
        <AddButton disabled={disabled || readonly} onClick={onAddProperty}>
          Add a field
        </AddButton>
      )}
    </>
  )
  if (last === undefined) return <div className="grid gap-5">{fields}</div>
  // Items come in numbers: two of their fields share a row where there is room.
  const columns = typeof last === 'number' ? 'sm:grid-cols-2' : ''
  return (
    <Group {...props} aside={optionalDataControl} className={columns}>
      {fields}
    </Group>
  )
}
