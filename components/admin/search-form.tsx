'use client'

import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'

type SearchFormProps = { action: string; label: string; q: string }

export function SearchForm({ action, label, q }: SearchFormProps) {
  return (
    <form action={action} className="flex flex-wrap items-end gap-3">
      <Field label={label} className="w-full sm:w-80">
        {(controlProps) => <Input {...controlProps} type="search" name="q" defaultValue={q} />}
      </Field>
      <Button type="submit" variant="outline">
        Search
      </Button>
    </form>
  )
}
