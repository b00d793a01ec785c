import { api } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const KEY = ['print-logos'];

/** Pictures that prints of the space may bear, and what can be done with them. */
export function usePrintLogos() {
  const client = useQueryClient();
  const onSuccess = () => void client.invalidateQueries({ queryKey: KEY });
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(api.print.logos, {}, { signal }) });
  const add = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return call(api.print.addLogo, {}, { form, quiet: true });
    },
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (logoId: number) => call(api.print.removeLogo, { params: { logoId } }), onSuccess });
  return { logos: data?.items ?? [], add, remove };
}
