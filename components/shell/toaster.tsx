'use client'

import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'

// sonner reads its colours from these; ours follow light and dark by themselves.
const colours = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
} as CSSProperties

/** Where short messages appear: `import { toast } from 'sonner'`. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      style={colours}
      toastOptions={{
        classNames: {
          toast: 'font-sans! shadow-lg!',
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success',
          error: '[&_[data-icon]]:text-destructive',
          warning: '[&_[data-icon]]:text-warning',
          info: '[&_[data-icon]]:text-info',
          actionButton: 'bg-primary! text-primary-foreground!',
        },
      }}
    />
  )
}
