'use client'

import { paths } from '#lib/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'

export function PersonSearch({ q }: { q: string }) {
  return (
    <form action={paths.users} className="flex flex-wrap items-end gap-3">
      <Field label="Name or email" className="w-full sm:w-80">
        {(wired) => <Input {...wired} type="search" name="q" defaultValue={q} />}
      </Field>
      <Button type="submit" variant="outline">
        Search
      </Button>
    </form>
  )
}
