import type { ComponentProps } from 'react'

type FilePickerProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'multiple'> & {
  onFile: (file: File) => void
}

export function FilePicker({ onFile, ...rest }: FilePickerProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={({ target }) => {
        const [file] = target.files ?? []
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
