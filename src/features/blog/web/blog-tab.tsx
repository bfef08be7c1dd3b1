import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { BlogPosts } from './blog-posts.tsx';
import { PostEditor } from './post-editor.tsx';

/** The blog for whoever runs this instance: all posts, or the one that is being written (`?post=`). */
export function BlogTab() {
  const [post, setPost] = useUrlParam<string>('post', '', { push: true });
  if (post === '') return <BlogPosts onOpen={setPost} />;
  if (post === 'new') return <PostEditor key="new" saved={null} onOpen={setPost} />;
  return <SavedPost id={post} onOpen={setPost} />;
}

function SavedPost({ id, onOpen }: { id: string; onOpen: (post: string) => void }) {
  const { t } = useTranslation('blog-editor');
  const { data, error, refetch } = useEndpoint(
    'GET /api/superadmin/blog/{id}',
    { params: { id } },
    { staleTime: 0, refetchOnWindowFocus: false },
  );
  if (data) return <PostEditor key={data.id} saved={data} onOpen={onOpen} />;
  return error ? (
    <ReadFailed title={t('failed')} error={error} retry={refetch} />
  ) : (
    <Skeleton className="h-96 w-full" />
  );
}
