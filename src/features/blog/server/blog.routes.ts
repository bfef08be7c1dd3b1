import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { blogEndpoints } from '../blog.contract.ts';
import type { BlogEditor, BlogEditorUsecases } from './blog-editor.usecases.ts';

export function blogRoutes(binder: Binder, usecases: BlogEditorUsecases): void {
  const editorOf = (call: { user: { userId: string; accountId: string }; address: string }): BlogEditor => ({
    userId: call.user.userId,
    accountId: call.user.accountId,
    address: call.address,
  });
  bindEndpoints(binder, blogEndpoints, {
    list: async () => ({ posts: await usecases.list() }),
    read: ({ params }) => usecases.read(params.id),
    create: (call) => usecases.create(editorOf(call), call.body),
    change: (call) => usecases.change(editorOf(call), call.params.id, call.body),
    publish: (call) => usecases.publish(editorOf(call), call.params.id),
    unpublish: (call) => usecases.unpublish(editorOf(call), call.params.id),
    async remove(call) {
      await usecases.remove(editorOf(call), call.params.id);
      return {};
    },
    preview: async ({ body }) => usecases.preview(body.body),
  });
}
