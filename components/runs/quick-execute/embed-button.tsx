'use client'

import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { EmbedProps } from './embed-dialog.tsx'

const EmbedDialog = lazy(async () => ({ default: (await import('./embed-dialog.tsx')).EmbedDialog }))

export function EmbedButton(props: EmbedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Embed
      </Button>
      {isOpen && (
        <Suspense>
          <EmbedDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
