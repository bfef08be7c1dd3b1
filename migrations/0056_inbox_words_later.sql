-- With the commit, as for what is updated: a visitor's first question is on its way to the model before it.
DROP TRIGGER inbox_words_inserted ON conversations;
CREATE CONSTRAINT TRIGGER inbox_words_inserted AFTER INSERT ON conversations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT NEW.is_preview) EXECUTE FUNCTION write_inbox_words();
