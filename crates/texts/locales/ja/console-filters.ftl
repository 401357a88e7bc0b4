# The console: filters.

filters-title = フィルター
filters-lead = フィルターは、受信したファイルのうちどれをクラウド接続へ送るかをファイル名で決めます。
filters-create = フィルターを作成
filters-none = フィルターはまだありません
filters-none-help = フィルターがなければ、ポータルが受け取ったものはすべて接続先へ送られます。
filters-name = 名前
filters-name-missing = フィルターに名前を付けてください。
filters-effect = 動作
filters-changed = 更新日時
filters-include-short = 一致する名前のみ
filters-exclude-short = 一致する名前以外
filters-more-patterns = { $count ->
   *[other] ほか { $count } 件
}
filters-which = どのファイルを送りますか
filters-include = 一致するファイルだけ
filters-include-help = それ以外はここに残ります。
filters-exclude = 一致するもの以外のすべてのファイル
filters-exclude-help = 一致するものはここに残ります。
filters-patterns = パターン
filters-patterns-help = RE2 構文の正規表現です。いずれかが名前のどこかに見つかれば、そのファイルは一致します。
filters-pattern = パターン { $number }
filters-add-pattern = パターンを追加
filters-remove-pattern = パターン { $number } を取り除く
filters-endings = 拡張子からパターンを作る
filters-endings-help = 正規表現を書かない方のためのものです。
filters-endings-add = パターンとして追加
filters-saved = フィルター「{ $name }」を保存しました。
filters-delete-title = フィルター「{ $name }」を削除しますか
filters-delete-body = この操作は取り消せません。ポータルで使われているフィルターは削除できません。先にポータルから外してください。
filters-deleted = フィルター「{ $name }」を削除しました。
filters-try = ファイル名で試す
filters-try-names = ファイル名
filters-try-help = 1 行に 1 つ、最大 { $most } 件まで。何も保存されません。
filters-try-result = { $all } 件のうち { $passing } 件が送られます。
filters-try-broken = パターン { $number } はまだ使えません: { $reason }
filters-passes = 送られます
filters-held-back = ここに残ります
