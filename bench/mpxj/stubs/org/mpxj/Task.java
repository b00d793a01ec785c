package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class Task {
  public void setName(String name) {}

  public void setActivityType(ActivityType type) {}

  public void setCalendar(ProjectCalendar calendar) {}

  public void setDuration(Duration duration) {}

  public void setPlannedDuration(Duration duration) {}

  public void setRemainingDuration(Duration duration) {}

  public Relation addPredecessor(Relation.Builder relation) {
    return new Relation();
  }
}
